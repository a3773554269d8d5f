"""Draws figure.json, which lies beside this file, with Matplotlib.

    python3 figure.py [FILE]    writes FILE, by default figure-matplotlib.pdf

FILE ends in .pdf, .svg, .png, or .pgf, which needs pdflatex: \\input{FILE} then sets a figure with the fonts
of a paper that has \\usepackage{pgf,amsmath}. This program is the same for all figures: change it, or figure.json,
by hand. Labels are LaTeX.
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
    "mathtext.fontset": "stix", "savefig.dpi": 400, "pdf.fonttype": 42, "ps.fonttype": 42,
    "pgf.texsystem": "pdflatex", "pgf.rcfonts": False, "pgf.preamble": r"\usepackage{amsmath}",
})
SHAPES = {  # of Matplotlib, and their sizes in units of ours
    "circle": ("o", 1), "square": ("s", 0.89), "triangle": ("^", 1.25), "triangle_down": ("v", 1.25),
    "diamond": ("D", 0.884), "cross": ("x", 0.8),
}


TEXT = {  # of LaTeX outside of mathematics
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">",
    "textbar": "|", "textasciigrave": "`",
}
LACKING = {"text": r"\mathrm", "le": r"\leq", "ge": r"\geq", "surd": "√", "&": "&"}  # in the mathematics of Matplotlib


def label(text):
    """A label for Matplotlib, which has LaTeX in mathematics alone; for a .pgf as it is."""
    if to_tex():
        return text
    parts = re.split(r"(?<!\\)\$", text)
    for i, part in enumerate(parts):
        if i % 2:
            part = re.sub(r"\\([A-Za-z]+|.)", lambda m: LACKING.get(m[1], m[0]), part)
        else:
            part = re.sub(r"\\(text[a-z]+)\{\}", lambda m: TEXT[m[1]], re.sub(r"\\([&%#_{}])", r"\1", part))
        parts[i] = part
    text = "$".join(parts)
    try:
        MathTextParser("path").parse(text)
        return text
    except ValueError:
        return text.replace("$", r"\$")


def target():
    """The file to write."""
    return sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "figure-matplotlib.pdf")


def to_tex():
    """Whether TeX sets the labels. Its letters are wider: legends have room for them."""
    return target().endswith(".pgf")


def left(item):
    """The left end of something in a legend, or the place of another label."""
    return item["x_roomy"] if to_tex() and "x_roomy" in item else item["x"]


def stroke(s):
    """How a line looks; Matplotlib counts dashes in units of its width."""
    return {"color": s["color"], "lw": s["width"], "ls": (0, [d / s["width"] for d in s["dashes"]]) if s["dashes"] else "-"}


def marker(s):
    """How a marker looks."""
    shape, size = SHAPES[s["marker"]]
    edge = 0.6 if s["hollow"] or s["marker"] == "cross" else 0
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
        if "looks" not in s:
            ax.plot(array["beside"][inside], y[inside], clip_on=False, zorder=4, **marker(s))
        for i in np.flatnonzero(inside) if "looks" in s else []:
            ax.plot(array["beside"][i], y[i], clip_on=False, zorder=4, **marker(s["looks"][i]))


def draw_axes(fig, page, axes, points, zorder):
    """One set of axes: a panel or an inset."""
    if "paper" in axes:
        x, y, width, height = axes["paper"]
        fig.add_artist(Rectangle((x, y), width, height, transform=points, facecolor="white", lw=0, zorder=zorder - 0.5))
    x, y, width, height = axes["frame"]
    ax = fig.add_axes([x / page["width"], y / page["height"], width / page["width"], height / page["height"]], zorder=zorder)
    sizes, plane = axes["sizes"], axes.get("map")
    plt.setp(ax.spines.values(), linewidth=sizes["frame"])
    if plane and "z" in plane:
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
    x, y, right = left(s), s["y"], left(s) + s["length"]
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
        fig.text(left(t) / page["width"], t["y"] / page["height"], label(t["text"]), fontsize=t["size"], ha=t["align"], va="baseline",
                 rotation=t["rotation"], rotation_mode="anchor")
    fig.savefig(target())


if __name__ == "__main__":
    main()
