"""Reads what fbp leaves in the folder of a run, and asks it for theory.

    import fbp

    for run in fbp.runs("results"):
        print(run["dir"], run["name"], run["tasks"])
    t = fbp.table("results/quick", "local_entropy")
    for record in fbp.records("results/quick"):
        print(record["sample"], fbp.readings(record, "local_entropy"))
    for solution in fbp.weights("results/quick"):
        print(solution["sample"], solution["errors"], solution["weights"])
    line = fbp.theory("franz-parisi", alpha=0.5, d="0.01:0.2:20")

One file that needs nothing but Python 3.8: import it from where it is, or copy it. Tables are
pandas.DataFrame where pandas is installed, with the lines of their head in .attrs["head"], and
otherwise lists of dictionaries, one a row; weights are NumPy arrays where NumPy is installed, and
otherwise lists. Missing numbers are NaN in a DataFrame and None elsewhere.

Each function verifies the checksums of what it reads and raises Damaged if one is wrong; fbp check
then says what to do. Nothing is written, and nothing is executed but fbp itself, by theory().
"""

import hashlib
import json
import os
import subprocess

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

__all__ = ["Damaged", "parse", "plan", "program", "readings", "records", "runs", "table", "theory", "weights"]

program = "fbp"
"""The program that theory() calls: a name in PATH, or a path."""


class Damaged(Exception):
    """A file is not what fbp wrote."""


def runs(dir="results"):
    """The runs in a folder and the folders below it, sorted by path.

    A dictionary for each: dir, name, config (hash of its tasks), seed, physics, samples, swept
    (paths of the swept keys), tasks (their number) and done (those that have a record).
    """
    found = []
    for folder, inside, files in os.walk(dir):
        inside.sort()
        if "plan.json" not in files:
            continue
        inside.clear()
        p = plan(folder)
        run = {key: p.get(key) for key in ("name", "config", "seed", "physics", "samples", "swept")}
        done = [t for t in p["tasks"] if os.path.exists(os.path.join(folder, "tasks", t["id"] + ".json"))]
        found.append(dict(run, dir=folder, tasks=len(p["tasks"]), done=len(done)))
    return found


def plan(dir):
    """The plan of a run, as plan.json has it; each task also has `swept`, the values of the swept
    keys by their paths."""
    with open(os.path.join(dir, "plan.json"), encoding="utf-8") as file:
        p = json.load(file)
    for task in p["tasks"]:
        task["swept"] = dict(zip(p.get("swept") or [], p["points"][task["point"]].get("values") or []))
    return p


def table(dir, name):
    """A table of a run, such as "samples", "success" or "theory_dense"."""
    path = os.path.join(dir, name + ".tsv")
    with open(path, "rb") as file:
        data = file.read()
    body, _, last = data.rstrip(b"\n").rpartition(b"\n")
    if last != b"# sha256: " + hashlib.sha256(body + b"\n").hexdigest().encode():
        raise Damaged(f"{path}: the checksum in its last line is not that of the table; fbp collect makes it again")
    return parse(data.decode("utf-8"))


def parse(text):
    """A table from the text of a TSV file, as commands of fbp print it."""
    lines = text.splitlines()
    head = [line[2:] for line in lines if line.startswith("# ") and not line.startswith("# sha256: ")]
    lines = [line.split("\t") for line in lines if not line.startswith("#")]
    if not lines:
        raise Damaged("a table without a header")
    names, rows = lines[0], lines[1:]
    columns = {name: _column([row[i] for row in rows]) for i, name in enumerate(names)}
    if pandas is None:
        return [dict(zip(names, row)) for row in zip(*columns.values())]
    frame = pandas.DataFrame(columns, columns=names)
    frame.attrs["head"] = head
    return frame


def _column(cells):
    """The cells of a column: integers or numbers with None for an empty cell, or texts."""
    for kind in (int, float):
        try:
            return [None if cell == "" else kind(cell) for cell in cells]
        except ValueError:
            pass
    return cells


def records(dir):
    """The records of a run in the order of its plan, without what depends on machine and time.

    They are dictionaries with the keys of docs/formats.md, and `swept`. Run fbp run or fbp collect
    first: they write records.jsonl.
    """
    path = os.path.join(dir, "records.jsonl")
    tasks = {task["id"]: task for task in plan(dir)["tasks"]}
    all = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            body, _, end = line.rpartition(',"sum":"')
            if end != hashlib.sha256((body + "}").encode()).hexdigest() + '"}':
                raise Damaged(f"{path}, line {number}: the sum is not that of the record; fbp collect makes the file again")
            record = json.loads(line)
            record["swept"] = tasks.get(record["task"], {}).get("swept", {})
            all.append(record)
    return all


def readings(record, table):
    """What a record has measured for a table: one row for each value of the coordinates, or one
    row of the numbers of the sample."""
    t = record["readings"][table]
    names = t["keys"] + t["values"]
    rows = [[float(x) if x in ("inf", "-inf") else x for x in row] for row in t["rows"]]
    if pandas is not None:
        return pandas.DataFrame(rows, columns=names)
    return [dict(zip(names, row)) for row in rows]


def weights(dir):
    """The weights that the searches of a run ended with, solved or not, in the order of the plan.

    A dictionary for each search that has found weights: solution (its id), sample, search, n, p,
    alpha, swept, outcome, errors, numbers (the algorithm's own), weights, and replicas, a list of
    weights, empty but for searches with replicas. Files that are not there are left out.
    """
    p, seen, all = plan(dir), set(), []
    for task in p["tasks"]:
        name = task["solution"]
        path = os.path.join(dir, "solutions", name)
        if name in seen or "pair" in task or not os.path.exists(path):
            continue
        seen.add(name)
        s = _solution(path)
        if not s.get("weights"):
            continue
        point = p["points"][task["point"]]
        all.append({
            "solution": name, "sample": task["sample"], "search": task.get("search", 0), "n": point["n"], "p": point["p"],
            "alpha": point["alpha"], "swept": task["swept"], "outcome": s.get("outcome"), "errors": s.get("errors"),
            "numbers": s.get("numbers", {}), "weights": _vector(s), "replicas": [_vector(r) for r in s.get("replicas", [])],
        })
    return all


def _solution(path):
    """A solution file whose sum is right."""
    with open(path, encoding="utf-8") as file:
        line = file.read().rstrip("\n")
    s = json.loads(line)
    without = line.replace(',"sum":"%s"' % s.get("sum"), "", 1)
    if hashlib.sha256(without.encode()).hexdigest() != s.get("sum"):
        raise Damaged(f"{path}: the sum is not that of the solution; fbp check names the command that repairs it")
    return s


def _vector(s):
    """Weights: ±1 from packed bits, where bit i%8 of byte i//8 is 1 for -1, or numbers."""
    if "signs" not in s:
        values = s.get("values", [])
        return values if numpy is None else numpy.array(values, dtype=float)
    packed, n = bytes.fromhex(s["signs"]), s["weights"]
    if numpy is None:
        return [1 - 2 * (packed[i // 8] >> (i % 8) & 1) for i in range(n)]
    bits = numpy.unpackbits(numpy.frombuffer(packed, dtype=numpy.uint8), bitorder="little")[:n]
    return 1 - 2 * bits.astype(numpy.int8)


def theory(name, **flags):
    """A table of `fbp theory NAME`, with its flags as arguments: `_` stands for `-`, a list for
    values with commas, True for a flag without a value.

        theory("capacity", kappa=[0, 0.1])
        theory("franz-parisi", alpha=0.5, d="0.01:0.2:20", kappa_ref="max", planted=True)

    It runs the program fbp.program. A flag or value that this refuses raises ValueError with its message.
    """
    command = [program, "theory", name]
    for flag, value in flags.items():
        if value is False or value is None:
            continue
        flag = "--" + flag.rstrip("_").replace("_", "-")
        if value is True:
            command.append(flag)
        elif isinstance(value, (str, int, float)):
            command.append(f"{flag}={value}")
        else:
            command.append(flag + "=" + ",".join(str(x) for x in value))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip() or f"{program} ended with exit code {done.returncode}")
    return parse(done.stdout)
