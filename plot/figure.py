"""Draws figure.json, which lies beside this file, with Matplotlib.

    python3 figure.py [FILE]    writes FILE, by default figure-matplotlib.pdf

FILE ends in .pdf, .svg, .png, or .pgf, which needs a TeX system: \\input{FILE} then sets a figure
with the fonts of a paper. This program is the same for all figures: change it, or figure.json, by hand.
"""
import json
import os
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.mathtext import MathTextParser
from matplotlib.patches import Rectangle
from matplotlib.transforms import Affine2D

plt.rcParams.update({
    "font.family": "serif", "font.serif": ["Liberation Serif", "Times New Roman", "Times", "STIXGeneral", "DejaVu Serif"],
    "mathtext.fontset": "stix", "savefig.dpi": 400, "pgf.rcfonts": False, "pgf.preamble": r"\usepackage{amsmath}\usepackage{unicode-math}",
})
SHAPES = {  # of Matplotlib, and their sizes in units of ours
    "circle": ("o", 1), "square": ("s", 0.89), "triangle": ("^", 1.25), "triangle_down": ("v", 1.25),
    "diamond": ("D", 0.884), "cross": ("x", 0.8), "plus": ("+", 1.1),
}


def label(text):
    """A label, without what the mathematics of Matplotlib lacks, or as it is if that does not do."""
    text = re.sub(r"\\(atanh|sign|erfc|erf)(?![A-Za-z])", r"\\mathrm{\1}", text)
    text = text.replace(r"\text{", r"\mathrm{").replace(r"\sqrt", "√")
    try:
        MathTextParser("path").parse(text)
        return text
    except ValueError:
        return text.replace("$", r"\$")


def stroke(s):
    """How a line looks; Matplotlib counts dashes in units of its width."""
    return {"color": s["color"], "lw": s["width"], "ls": (0, [d / s["width"] for d in s["dashes"]]) if s["dashes"] else "-"}


def marker(s):
    """How a marker looks."""
    shape, size = SHAPES[s["marker"]]
    edge = 0.6 if s["hollow"] or s["marker"] in ("cross", "plus") else 0
    return {"ls": "none", "color": s["color"], "marker": shape, "ms": size * s["size"], "mfc": "white" if s["hollow"] else s["color"], "mew": edge}


def draw_axis(ax, name, axis):
    if axis["log"]:
        getattr(ax, f"set_{name}scale")("log")
    getattr(ax, f"set_{name}lim")(axis["from"], axis["to"])
    getattr(ax, f"set_{name}ticks")(axis["major"], [label(text) for text in axis["labels"]])
    getattr(ax, f"set_{name}ticks")(axis["minor"], [""] * len(axis["minor"]), minor=True)


def draw_series(ax, s, axes):
    array = {name: np.array(s[name], dtype=float) for name in ("x", "y", "beside", "x_bar", "down", "up")}
    x, y, sizes = array["x"], array["y"], axes["sizes"]
    for part in s["lines"]:
        points = slice(part["first"], part["last"] + 1)
        ax.plot(x[points], y[points], zorder=2, **stroke({**s, "dashes": part["dashes"]}))
    bars = {"fmt": "none", "ecolor": s["color"], "elinewidth": sizes["bar"], "capsize": sizes["cap"], "capthick": sizes["bar"], "zorder": 3}
    if array["x_bar"].any():
        ax.errorbar(array["beside"], y, xerr=array["x_bar"], **bars)
    if array["down"].any() or array["up"].any():
        ax.errorbar(array["beside"], y, yerr=[array["down"], array["up"]], **bars)
    if "marker" in s:  # the frame does not cut them
        inside = (x >= axes["x"]["from"]) & (x <= axes["x"]["to"]) & (y >= axes["y"]["from"]) & (y <= axes["y"]["to"])
        ax.plot(array["beside"][inside], y[inside], clip_on=False, zorder=4, **marker(s))


def draw_axes(fig, page, axes, points, zorder):
    """One set of axes: a panel or an inset."""
    if "paper" in axes:
        x, y, width, height = axes["paper"]
        fig.add_artist(Rectangle((x, y), width, height, transform=points, facecolor="white", lw=0, zorder=zorder - 0.5))
    x, y, width, height = axes["frame"]
    ax = fig.add_axes([x / page["width"], y / page["height"], width / page["width"], height / page["height"]], zorder=zorder)
    sizes, plane = axes["sizes"], axes.get("map")
    plt.setp(ax.spines.values(), linewidth=sizes["frame"])
    if plane:
        z = np.array(plane["z"], dtype=float)
        ax.contourf(plane["x"], plane["y"], z, levels=plane["levels"] + [np.inf], colors=plane["colors"], zorder=0)
    for part in plane["bar"] if plane else []:
        x, y, width, height = part["box"]
        fig.add_artist(Rectangle((x, y), width, height, transform=points, facecolor=part["color"], edgecolor="black", lw=0.3))
    for at in axes["x"]["guides"]:
        ax.axvline(at, color="#a0a0a0", lw=sizes["guide"], zorder=1.5)
    for at in axes["y"]["guides"]:
        ax.axhline(at, color="#a0a0a0", lw=sizes["guide"], zorder=1.5)
    for s in axes["series"]:
        draw_series(ax, s, axes)
    draw_axis(ax, "x", axes["x"])
    draw_axis(ax, "y", axes["y"])
    ax.tick_params(which="both", direction="in", top=True, right=True, width=sizes["frame"], length=sizes["minor"])
    ax.tick_params(which="major", length=sizes["major"], labelsize=sizes["tick"], pad=sizes["pad"])


def draw_sample(fig, s, points):
    """What stands beside a name in a legend."""
    x, y, right = s["x"], s["y"], s["x"] + s["length"]
    middle = (x + right) / 2
    if s["line"]:
        fig.add_artist(Line2D([x, right], [y, y], transform=points, zorder=6, **stroke(s)))
    if s["bar"]:
        fig.add_artist(Line2D([middle, middle], [y - s["bar"], y + s["bar"]], transform=points, color=s["color"], lw=0.5, marker="_", ms=2.6, mew=0.5, zorder=6))
    if "marker" in s:
        fig.add_artist(Line2D([middle], [y], transform=points, zorder=7, **marker(s)))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "figure.json"), encoding="utf-8") as file:
        page = json.load(file)
    fig = plt.figure(figsize=(page["width"] / 72, page["height"] / 72))
    points = Affine2D().scale(1 / 72) + fig.dpi_scale_trans
    for i, axes in enumerate(page["axes"]):
        draw_axes(fig, page, axes, points, i + 1)
    for s in page["legend"]:
        draw_sample(fig, s, points)
    for t in page["texts"]:
        fig.text(t["x"] / page["width"], t["y"] / page["height"], label(t["text"]), fontsize=t["size"], ha=t["align"], va="baseline",
                 rotation=t["rotation"], rotation_mode="anchor")
    fig.savefig(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "figure-matplotlib.pdf"))


if __name__ == "__main__":
    main()
