"""What reads the folder of a run."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import stat
from typing import Any, Dict, List, Union

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pandas
except ImportError:
    pandas = None

Table = Union["pandas.DataFrame", List[Dict[str, Any]]]
Path = Union[str, "os.PathLike[str]"]


class Damaged(Exception):
    """A file is not what fbp wrote."""


def runs(dir: Path = "results") -> list[dict[str, Any]]:
    """The runs in a folder and the folders below it, sorted by path.

    A dictionary for each: dir, name, config (hash of its tasks), seed, physics, samples, swept
    (paths of the swept keys), tasks (their number), done (those that have a sound record), and
    damaged, the first thing that is wrong with its plan or its records, None if nothing is. Where
    it is the plan, the others but dir are None.
    """
    found = []
    for folder, inside, files in os.walk(dir, onerror=_raised):
        inside.sort()
        if "plan.json" in files + inside:
            inside.clear()
            found.append(_summary(folder))
    return found


def _summary(folder):
    """What runs says of a folder."""
    run = dict.fromkeys(("dir", "name", "config", "seed", "physics", "samples", "swept", "tasks", "done", "damaged"))
    run["dir"] = folder
    try:
        p = plan(folder)
    except Damaged as e:
        return dict(run, damaged=str(e))
    run.update({key: p.get(key) for key in ("name", "config", "seed", "physics", "samples", "swept")}, tasks=len(p["tasks"]), done=0)
    for task in p["tasks"]:
        try:
            run["done"] += _recorded(folder, p, task)
        except Damaged as e:
            run["damaged"] = run["damaged"] or str(e)
    return run


def _raised(error):
    raise error


def _there(path):
    """Whether there is a file; what cannot be asked is an error."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return False
    except NotADirectoryError:
        raise Damaged(f"{os.path.dirname(path)}: not a folder" + _repair) from None
    return True


def _recorded(dir, p, task):
    """Whether a task has a record, which must be sound and its own."""
    path = os.path.join(dir, "tasks", task["id"] + ".json")
    if not _there(path):
        return False
    _is_of(path, _sealed(path, _bytes(path)), p, task, "task", "solution", "sample")
    return True


def plan(dir: Path) -> dict[str, Any]:
    """The plan of a run, as plan.json has it; each task also has `swept`, the values of the swept
    keys by their paths."""
    path = os.path.join(dir, "plan.json")
    data = _bytes(path)
    p = _sealed(path, data)
    if p.get("format") != 2:
        raise Damaged(f"{path}: format {p.get('format')!r}, want 2: not a plan, or that of a newer fbp")
    try:
        swept = p.get("swept") or []
        texts = [any(isinstance(value, str) and value not in ("inf", "-inf") for value in values)
                 for values in zip(*(point.get("values") or [] for point in p["points"]))]
        for number, task in enumerate(p["tasks"]):
            if task["number"] != number or not all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", task[id]) for id in ("id", "solution")):
                raise ValueError(f"task {number} is not one")
            values = p["points"][task["point"]].get("values") or []
            task["swept"] = {key: value if key == "variant" or text else _number(value) for key, text, value in zip(swept, texts, values)}
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
        raise Damaged(f"{path}: not a plan: {e}") from None
    return p


def _bytes(path):
    """The content of a file; a pipe, a device and a folder are none."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise Damaged(f"{path}: not a regular file")
        with open(file, "rb", closefd=False) as content:
            return content.read()
    finally:
        os.close(file)


def _object(path, data):
    """The JSON object in a file."""
    try:
        value = json.loads(data.decode("utf-8"))
    except (RecursionError, ValueError) as e:
        raise Damaged(f"{path}: not JSON, or cut: {e}" + _repair) from None
    if not isinstance(value, dict):
        raise Damaged(f"{path}: no JSON object" + _repair)
    return value


def _sealed(path, line):
    """The JSON object in a line, or in a plan, whose sum is right."""
    body, _, end = line.rpartition(b',"sum":"')
    if not end.startswith(hashlib.sha256(body + b"}").hexdigest().encode() + b'"'):
        raise Damaged(f"{path}: cut or damaged: its content does not fit its sum" + _repair)
    return _object(path, line)


_repair = "; fbp check names the command that repairs it"


def _is_of(path, content, p, task, *keys):
    """Raises Damaged unless a record or a solution is that of a task of a plan."""
    want = dict(task, task=task["id"], physics=p["physics"])
    for key in keys + ("physics", "search"):
        if content.get(key, 0) != want.get(key, 0):
            raise Damaged(f"{path}: it is of another task: {key} {content.get(key)}, want {want.get(key)}" + _repair)


def _whole(dir, p):
    """The number of records of a whole run, as provenance.json, which is written last, has it; None of another."""
    path = os.path.join(dir, "provenance.json")
    if not _there(path):
        return None
    try:
        made = json.loads(_bytes(path))
        return sum(made["builds"].values()) if made["config"] == p["config"] else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
        raise Damaged(f"{path}: {e}" + _repair) from None


def table(dir: Path, name: str) -> Table:
    """A table of a run, such as "samples", "success" or "theory_dense"."""
    path = os.path.join(dir, name + ".tsv")
    data = _bytes(path)
    text = _unsealed(path, os.path.basename(name), data)
    if _there(os.path.join(dir, "plan.json")):
        p = plan(dir)
        for line in _split(path, text)[0]:
            key, colon, value = line.partition(": ")
            if colon and key in ("name", "config", "seed", "physics") and value != str(p[key]):
                raise Damaged(f"{path}: of another run or plan: {line}, and the plan of the folder has {p[key]}; "
                              f"fbp collect {shlex.quote(os.fspath(dir))} makes again those that its plan has")
    return _parsed(path, text)


def _unsealed(path, name, data):
    """The text of a table whose sum and name are right."""
    body, _, last = data.rpartition(b"\n# sha256: ")
    if last != hashlib.sha256(body + b"\n").hexdigest().encode() + b"\n":
        raise Damaged(f"{path}: cut or damaged: the checksum in its last line is not that of the table; fbp collect makes it again")
    if not body.startswith(f"# {name}\n".encode()):
        raise Damaged(f"{path}: the table in it has another name; fbp collect makes it again")
    try:
        return body.decode("utf-8") + "\n"
    except UnicodeDecodeError as e:
        raise Damaged(f"{path}: not UTF-8: {e}") from None


def parse(text: str) -> Table:
    """A table from the text of a TSV file, as commands of fbp print it."""
    return _parsed("table", text)


def _split(path, text):
    """The lines above the header of a table without their #, its columns, and the cells of its rows."""
    lines = text[:-1].split("\n") if text.endswith("\n") else text.split("\n")
    if lines[-1].startswith("# sha256: "):
        lines.pop()
    lines = [line.rstrip("\r") for line in lines]
    first = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    if "".join(lines[first:]) == "":
        raise Damaged(f"{path}: a table without a header")
    names, rows = lines[first].split("\t"), [line.split("\t") for line in lines[first + 1:]]
    for number, row in enumerate([names] + rows, first + 1):
        if len(row) != len(names):
            raise Damaged(f"{path}, line {number}: {len(row)} cells, want {len(names)}")
    if len(set(names)) < len(names):
        raise Damaged(f"{path}, line {first + 1}: two columns of one name")
    return [line[1:].strip() for line in lines[:first]], names, rows


def _parsed(path, text):
    head, names, rows = _split(path, text)
    columns = {name: _column(path, name, [row[i] for row in rows]) for i, name in enumerate(names)}
    if pandas is None:
        return [dict(zip(names, row)) for row in zip(*columns.values())]
    columns = {name: pandas.Series(cells, dtype=_dtype(cells)) for name, cells in columns.items()}
    frame = pandas.DataFrame(columns, columns=names)
    frame.attrs["head"] = head
    return frame


def _dtype(cells):
    """The type of a column of pandas: numbers, some or all of which may be missing, or as it comes."""
    return "float64" if all(cell is None or isinstance(cell, float) for cell in cells) else None


def _column(path, name, cells):
    """The cells of a column: integers or numbers, with None for a missing one; true and false; or
    texts, without the quotes of those that would be read as something else."""
    quoted = [cell.startswith('"') for cell in cells]
    filled = [cell for cell in cells if cell not in ("", "nan", "NaN")]
    if any(quoted) or filled and _named(name) or not all(_decimal(cell) for cell in filled):
        if filled and not any(quoted) and set(filled) <= {"true", "false"} and not _named(name):
            return [None if cell not in filled else cell == "true" for cell in cells]
        return [_unquoted(path, cell) if has else cell for cell, has in zip(cells, quoted)]
    whole = all(re.fullmatch(r"-?[0-9]{1,18}", cell) for cell in filled)
    return [None if cell in ("", "nan", "NaN") else int(cell) if whole else float(cell) for cell in cells]


def _named(column):
    """Whether a column has the names of variants, which are texts whatever they look like."""
    return bool(re.fullmatch(r"variant(_[a-z])?", column))


def _decimal(cell):
    """Whether a cell is a number, as fbp writes them."""
    return bool(re.fullmatch(r"-?inf|[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", cell))


_escape = re.compile(r'\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([abfnrtv\\"]))', re.ASCII)


def _unquoted(path, cell):
    """A text that stands in quotes, with the escapes of Go."""
    inside = cell[1:-1]
    if len(cell) < 2 or cell[-1] != '"' or re.search(r'[\\"]', _escape.sub("", inside)):
        raise Damaged(f"{path}: a quote does not end in {cell}")

    def plain(found):
        byte, short, long, letter = found.groups()
        if letter:
            return dict(a="\a", b="\b", f="\f", n="\n", r="\r", t="\t", v="\v").get(letter, letter)
        return chr(int(short or long, 16)) if not byte else bytes([int(byte, 16)]).decode("utf-8", "surrogateescape")

    try:
        return _escape.sub(plain, inside)
    except (OverflowError, ValueError):
        raise Damaged(f"{path}: no such character: {cell}") from None


def _number(value):
    """A value of JSON, where infinities are texts."""
    return float(value) if value in ("inf", "-inf") else value


def records(dir: Path) -> list[dict[str, Any]]:
    """The records of a run in the order of its plan, without what depends on machine and time.

    They are dictionaries with the keys of docs/formats.md, and `swept`. Run fbp run or fbp collect
    first: they write records.jsonl, which must have every record that is there.
    """
    path, p = os.path.join(dir, "records.jsonl"), plan(dir)
    data = _bytes(path)
    tasks, before, all = {task["id"]: task for task in p["tasks"]}, -1, []
    if data and not data.endswith(b"\n"):
        raise Damaged(f"{path}: cut in its last line; fbp collect makes the file again")
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        where = f"{path}, line {number}"
        record = _sealed(where, line)
        task = tasks.get(record.get("task"))
        if task is None or task["number"] <= before:
            raise Damaged(f"{where}: no task of the plan, one that was before, or out of order; fbp collect makes the file again")
        _is_of(where, record, p, task, "task", "solution", "sample")
        before, record["swept"] = task["number"], task["swept"]
        all.append(record)
    whole = _whole(dir, p)
    if whole is not None and whole != len(all):
        raise Damaged(f"{path}: {len(all)} records, and {whole} by provenance.json" + _repair)
    have = {record["task"] for record in all}
    for id in tasks if "until" not in p else ():
        if id not in have and _there(os.path.join(dir, "tasks", id + ".json")):
            raise Damaged(f"{path}: without the record of {id}, which is there" + _repair)
    return all


def rows(record: dict[str, Any], table: str) -> Table:
    """What a record has measured for a table: one row for each value of the coordinates, or one
    row of the numbers of the sample."""
    t = record["readings"][table]
    names = (t["keys"] or []) + (t["values"] or [])
    rows = [[_number(x) for x in row] for row in t["rows"] or []]
    if pandas is not None:
        return pandas.DataFrame(rows, columns=names)
    return [dict(zip(names, row)) for row in rows]


def readings(dir: Path, table: str) -> "xarray.Dataset":
    """What the records of a run have measured for a table, as an xarray.Dataset (xarray and NumPy are needed).

    Dimensions are the swept keys, `sample`, `search` where samples have several (of pairs their two numbers as
    a text), and `row`, the number of the row in its record, for tables with coordinates. What depends on
    rows, coordinates as rho or distance too, is a variable with all dimensions; what is not there is NaN.

        e = fbp.readings("results/alpha05", "local_entropy")
        e["entropy"].sel({"instance.alpha": 0.5}).mean("sample")
    """
    import numpy
    import xarray

    p = plan(dir)
    found = [(record, record["readings"][table]) for record in records(dir) if table in record["readings"]]
    if not found:
        raise KeyError(f"{os.fspath(dir)}: no record has readings of {table!r}")
    searches = {}
    for task in p["tasks"]:
        of = [p["tasks"][number].get("search", 0) for _, number in sorted(task["pair"].items())] if "pair" in task else [task.get("search", 0)]
        searches[task["id"]] = of[0] if len(of) == 1 else ", ".join(map(str, of))
    places = [dict(record["swept"], sample=record["sample"], search=searches[record["task"]]) for record, _ in found]
    axes = {name: list(dict.fromkeys(place[name] for place in places)) for name in [*(p.get("swept") or []), "sample", "search"]}
    axes["sample"].sort()
    if len(axes["search"]) == 1:
        del axes["search"]
    shape = [len(values) for values in axes.values()]
    dims, keys = [*axes], list(dict.fromkeys(key for _, r in found for key in r["keys"] or []))
    if keys:
        dims.append("row")
        shape.append(max(len(r["rows"] or []) for _, r in found))
    names = keys + [v for v in dict.fromkeys(v for _, r in found for v in r["values"] or []) if v not in keys]
    arrays = {name: numpy.full(shape, numpy.nan) for name in names}
    for place, (_, r) in zip(places, found):
        at = tuple(values.index(place[name]) for name, values in axes.items())
        for i, name in enumerate((r["keys"] or []) + (r["values"] or [])):
            column = [_number(row[i]) for row in r["rows"] or []]
            if keys:
                arrays[name][at][:len(column)] = [numpy.nan if x is None else x for x in column]
            elif column and column[0] is not None:
                arrays[name][at] = column[0]
    data = {name: (dims, arrays[name]) for name in names}
    return xarray.Dataset(data, coords=axes, attrs={key: p[key] for key in ("name", "config", "seed", "physics")}).set_coords(keys)


def weights(dir: Path) -> list[dict[str, Any]]:
    """The weights that the searches of a run ended with, solved or not, in the order of the plan.

    A dictionary for each search that has found weights: solution (its id), sample, search, n, p,
    alpha, swept, outcome, errors, numbers (the algorithm's own), weights, and replicas, a list of
    weights, empty but for searches with replicas. Files that are not there are left out.
    """
    p, seen, all = plan(dir), set(), []
    for task in p["tasks"]:
        name = task["solution"]
        path = os.path.join(dir, "solutions", name)
        if name in seen or "pair" in task or not _there(path):
            continue
        seen.add(name)
        s = _sealed(path, _bytes(path))
        if s.get("format") != 2:
            raise Damaged(f"{path}: format {s.get('format')!r}, want 2: not a solution, or that of a newer fbp")
        _is_of(path, s, p, task, "solution")
        if not s.get("weights"):
            continue
        try:
            numbers = {key: _number(x) for key, x in (s.get("numbers") or {}).items()}
            found, replicas = _vector(s), [_vector(r) for r in s.get("replicas") or []]
        except (AttributeError, LookupError, TypeError, ValueError) as e:
            raise Damaged(f"{path}: not a solution: {e}") from None
        point = p["points"][task["point"]]
        all.append({
            "solution": name, "sample": task["sample"], "search": task.get("search", 0), "n": point["n"], "p": point["p"],
            "alpha": point["alpha"], "swept": task["swept"], "outcome": s.get("outcome"), "errors": s.get("errors"),
            "numbers": numbers, "weights": found, "replicas": replicas,
        })
    return all


def _vector(s):
    """Weights: ±1 from packed bits, where bit i%8 of byte i//8 is 1 for -1, or numbers."""
    n = s["weights"]
    if "signs" not in s:
        values = s.get("values") or []
        if len(values) != n:
            raise ValueError(f"{len(values)} weights, want {n}")
        return values if numpy is None else numpy.array(values, dtype=float)
    packed = bytes.fromhex(s["signs"])
    if len(packed) != (n + 7) // 8:
        raise ValueError(f"signs of {8 * len(packed)} weights, want {n}")
    if numpy is None:
        return [1 - 2 * (packed[i // 8] >> (i % 8) & 1) for i in range(n)]
    bits = numpy.unpackbits(numpy.frombuffer(packed, dtype=numpy.uint8), bitorder="little")[:n]
    return 1 - 2 * bits.astype(numpy.int8)
