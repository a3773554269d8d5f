"""Tests of the package in python/, run by TestPythonReader behind its imports: python3 - PROGRAM FOLDER OTHER,
with a run of theory and samples, and another one of the same kind."""
import hashlib, math, os, re, subprocess, sys, threading

program, folder, other = sys.argv[1:]
missing = float("nan") if pandas else None


def same(what, got, want):
    if isinstance(want, float) and math.isnan(want) and isinstance(got, float) and math.isnan(got):
        return
    assert type(got) is type(want) and got == want, f"{what}: {got!r}, want {want!r}"


def columns(t):
    return {name: t[name].tolist() for name in t} if pandas else {name: [row[name] for row in t] for name in t[0]}


# Cells. The reader of Go is the standard: what would be read as a number is quoted, what is not quoted and no number is a text.
cells = {
    "1_0|2_0": ["1_0", "2_0"], '"10"|x': ["10", "x"], '"1"|"2"': ["1", "2"], r'"a\tb"|"\"q\""': ["a\tb", '"q"'],
    r'"\\n"|"\u2028\x00\U0001f600"': ["\\n", "\u2028\0\U0001f600"], '"#c"|a b': ["#c", "a b"], '""|"nan"': ["", "nan"],
    "infinity|1": ["infinity", "1"], "\u0661|1": ["\u0661", "1"], "1e5_0|2": ["1e5_0", "2"], " 1|2": [" 1", "2"], "a\x0bb|c\x85d\u2028": ["a\x0bb", "c\x85d\u2028"],
    "1|-2": [1, -2], "1|2.5": [1.0, 2.5], "1|": [1.0 if pandas else 1, missing], "|": [missing, missing], "nan|NaN": [missing, missing],
    "nan|0.5": [missing, 0.5], "inf|-inf": [math.inf, -math.inf], "1e-7|": [1e-7, missing], "|x": ["", "x"],
    "true|false": [True, False], "true|x": ["true", "x"],
}
for text, want in cells.items():
    one, two = text.split("|")
    t = columns(parse(f"# t\nn\tc\n1\t{one}\n2\t{two}\n"))
    same(text, t["n"], [1, 2])
    for got, value in zip(t["c"], want):
        same(text, got, value)
same("a last empty row of one column", columns(parse("c\n1.5\n\n"))["c"][0], 1.5)
for text in ("true", "inf", "-inf", "1e3"): # a name is a text
    same("a variant", columns(parse(f"variant\tvariant_b\n{text}\t{text}\n")), {"variant": [text], "variant_b": [text]})
same("numbers of variants", columns(parse("variants\n2\n"))["variants"], [2])
if pandas:
    for text in ("c\n", "c\n\n\n", "c\tn\n\t1\n"):
        same(text, str(parse(text)["c"].dtype), "float64")
    same("head", parse("# t\n# name: x\nc\n1\n").attrs["head"], ["t", "name: x"])
    for kind, value in (("int64", 3), ("float64", 0.25), ("bool_", True), ("str_", "0.5,0.6")):
        same(kind, getattr(numpy, kind)(value).tolist(), value)
        if kind != "bool_" and kind != "int64":
            assert len(theory("rs", alpha=getattr(numpy, kind)(value))) == (2 if kind == "str_" else 1)
    two = theory("rs", alpha=numpy.array([0.5, 0.6]), kappa=numpy.float32(0.5), labels="teacher")
    same("arrays", [two["alpha"].tolist(), two["kappa"].tolist()], [[0.5, 0.6], [0.5, 0.5]])
    assert len(theory("rs", alpha=[numpy.float32(0.5), numpy.int64(1)])) == len(theory("rs", alpha=pandas.Series([0.5, 1.0]))) == 2
    assert len(theory("rs", alpha=numpy.array(0.5))) == 1


def refused(what, read, *says):
    """Reading raises Damaged with these texts, and soon. It returns its message."""
    outcome, told = [], []

    def attempt():
        try:
            outcome.append(f"no error: {str(read())[:80]}")
        except Damaged as e:
            told.append(str(e))
            outcome.append(None if all(text in str(e) for text in says) else f"{e}: want {says}")
        except Exception as e:
            outcome.append(f"{type(e).__name__}: {e}")

    t = threading.Thread(target=attempt, daemon=True)
    t.start()
    t.join(20)
    assert outcome == [None], f"{what}: {outcome or 'hangs'}"
    return told[0]


for text in ("", "# t\n", "a\tb\n1\n", "a\n1\t2\n", 'a\n"x\n', 'a\n"\\q"\n', 'a\n"x"y"\n', "a\ta\n1\t2\n"):
    refused(repr(text), lambda: parse(text))


def resealed(data):
    return data + b"# sha256: " + hashlib.sha256(data).hexdigest().encode() + b"\n"


def attacked(what, name, change, read, *says):
    """What is done to a file is found by a reader, which names the file."""
    path = os.path.join(folder, name)
    data = open(path, "rb").read()
    read()
    try:
        os.remove(path)
        if change == "fifo":
            os.mkfifo(path)
        elif change == "folder":
            os.mkdir(path)
        else:
            with open(path, "wb") as f:
                f.write(change(data))
        told = refused(f"{name}: {what}", read, name, *says)
        if what in ("a digit", "another of the run", "lines", "its name") and "fbp check" in told:
            check = subprocess.run([program, "check", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
            assert name in check.stdout and "to repair: " in check.stdout, f"{what}: {told}, and fbp check says {check.stdout}"
    finally:
        os.rmdir(path) if os.path.isdir(path) else os.remove(path)
        with open(path, "wb") as f:
            f.write(data)
    read()


def sound(dir):
    """The runs in a folder, which raises the first that is damaged."""
    for found in runs(dir):
        if found["damaged"]:
            raise Damaged(found["damaged"])
    return found


task = plan(folder)["tasks"][0]
solution, record = "solutions/" + task["solution"], "tasks/" + task["id"] + ".json"
readers = {
    "plan.json": [lambda: plan(folder), lambda: sound(os.path.dirname(folder)), lambda: records(folder), lambda: table(folder, "success"), lambda: weights(folder)],
    "records.jsonl": [lambda: records(folder)], "success.tsv": [lambda: table(folder, "success")], record: [lambda: sound(folder)],
    solution: [lambda: weights(folder)], "theory_line.tsv": [lambda: table(folder, "theory_line")],
}
swap = {"plan.json": "plan.json", "records.jsonl": "records.jsonl", "success.tsv": "samples.tsv",
        record: "tasks/" + plan(folder)["tasks"][1]["id"] + ".json", solution: "solutions/" + plan(folder)["tasks"][1]["solution"]}
for name, reads in readers.items():
    for read in reads:
        attacked("a pipe", name, "fifo", read, "not a regular file")
        attacked("a folder", name, "folder", read)
        attacked("empty", name, lambda data: b"", read)
        attacked("half", name, lambda data: data[:len(data) // 2], read)
        attacked("a line less", name, lambda data: data[:data.rstrip(b"\n").rfind(b"\n") + 1], read)
        attacked("a digit", name, lambda data: data.replace(b"3", b"8", 1), read)
        if name != record:  # the run object, which is in no sum of its own
            attacked("the last digit", name, lambda data: data[::-1].replace(b"1", b"7", 1)[::-1], read)
        attacked("not UTF-8", name, lambda data: data.replace(b"e", b"\xff", 1), read)
        attacked("binary", name, lambda data: bytes(range(256)), read)
        attacked("brackets", name, lambda data: b"[" * 100000, read)
        if name in swap and swap[name] != name:
            attacked("another of the run", name, lambda data: open(os.path.join(folder, swap[name]), "rb").read(), read)
for name in ("success", "theory_line"):
    attacked("of another run", name + ".tsv", lambda data: open(os.path.join(other, name + ".tsv"), "rb").read(), lambda: table(folder, name), "fbp collect")
    attacked("of another plan", name + ".tsv", lambda data: resealed(re.sub(rb"config: \w+", b"config: 0123456789abcdef", data[:data.rindex(b"# sha")])),
             lambda: table(folder, name), "config: 0123456789abcdef", "fbp collect")
attacked("its name", "plan.json", lambda data: data.replace(b'"name":"', b'"name":"x', 1), lambda: plan(folder), "does not fit its sum")
for change in (lambda lines: lines[:-1], lambda lines: lines[1:], lambda lines: lines + lines[-1:], lambda lines: lines[::-1], lambda lines: []):
    attacked("lines", "records.jsonl", lambda data: b"".join(change(data.splitlines(True))), lambda: records(folder))
sums = os.path.join(folder, "provenance.json")
for change in (lambda data: b"", lambda data: data[:-9], lambda data: b"[" * 100000, lambda data: b"[]"):
    attacked("damage", "provenance.json", change, lambda: records(folder))
os.rename(sums, sums + ".bad")  # of a run that is not whole: the records that are there must have a line
attacked("the first line", "records.jsonl", lambda data: b"".join(data.splitlines(True)[1:]), lambda: records(folder), task["id"])
os.rename(sums + ".bad", sums)
named = os.path.join(os.path.dirname(other), "named")
same("variants", [task["swept"]["variant"] for task in plan(named)["tasks"]], ["inf", "-inf"])
same("variants in a table", columns(table(named, "success"))["variant"], ["inf", "-inf"])
same("files in a table", sorted(columns(table(os.path.join(os.path.dirname(other), "files"), "success"))["path"]), ["inf", "p"])
same("files", [task["swept"]["instance.path"] for task in plan(os.path.join(os.path.dirname(other), "files"))["tasks"]], ["inf", "p"])
for part, read in (("tasks", lambda: sound(folder)), ("tasks", lambda: records(folder)), ("solutions", lambda: weights(folder))):
    inside, away, lines = os.path.join(folder, part), os.path.join(folder, "away"), os.path.join(folder, "records.jsonl")
    os.rename(inside, away)
    os.rename(sums, sums + ".bad")
    data = open(lines, "rb").read()
    open(inside, "w").close()
    open(lines, "wb").close()
    refused(f"a file for {part}", read, f"{part}: not a folder")
    with open(lines, "wb") as f:
        f.write(data)
    os.remove(inside)
    os.rename(away, inside)
    os.rename(sums + ".bad", sums)


# A damaged run is named, and hides no other.
beside = os.path.dirname(os.path.dirname(other))
before = {found["dir"]: found for found in runs(beside)}
assert len(before) == 4 and not any(found["damaged"] for found in before.values()), before
data = open(os.path.join(folder, "plan.json"), "rb").read()
with open(os.path.join(folder, "plan.json"), "wb") as f:
    f.write(data[:-10])
after = {found["dir"]: found for found in runs(beside)}
assert list(after) == list(before) and "plan.json" in after[folder]["damaged"] and after[folder]["tasks"] is None, after
assert all(after[dir] == before[dir] for dir in before if dir != folder), after
with open(os.path.join(folder, "plan.json"), "wb") as f:
    f.write(data)
data = open(os.path.join(folder, record), "rb").read()
with open(os.path.join(folder, record), "wb") as f:
    f.write(data[:-10])
after, = runs(folder)
same("sound records", (after["done"], after["tasks"], record in after["damaged"]), (before[folder]["done"] - 1, before[folder]["tasks"], True))
with open(os.path.join(folder, record), "wb") as f:
    f.write(data)

# What run gives --set: texts are texts, lists are sweeps, lists and dictionaries in them are values.
from fbp._program import _set
for value, want in (
    (0.1, "0.1"), (1e-7, "1e-07"), (True, "true"), ([0.1, 2], "0.1,2"), ((1,), "1"), (None, ""), ([[101, 101]], "[101, 101]"), ([[1], [2, 3]], "[1],[2, 3]"),
    ("a, b.npy", '"a, b.npy"'), ("C:\\data\\x", '"C:\\\\data\\\\x"'), ('a "b"', '"a \\"b\\""'), (["x,y", "z"], '"x,y","z"'), ("0.1:0.5:3", '"0.1:0.5:3"'), ("", '""'),
    ("01", '"01"'), ({"until": 0.02, "batch": 3}, '{ "until" = 0.02, "batch" = 3 }'), (["\x7f\n"], '"\\u007f\\n"'),
):
    same(repr(value), _set("k", value), value is None and "k=" or "k=" + want)
for value in ([], (), [None], b"x", [object()]):
    try:
        assert False, _set("instance.alpha", value)
    except Refused as e:
        assert e.code == 2 and str(e).startswith("instance.alpha: "), e
try:
    assert False, theory("rs", alpha=[])
except Refused as e:
    same("an empty list", str(e), "--alpha: an empty list has no values; None leaves the key or flag out")


def forbidden(path):
    raise PermissionError(13, "Permission denied", path)


lstat, os.lstat = os.lstat, forbidden  # a folder without the right to look into it
for read in (lambda: runs(folder), lambda: weights(folder)):
    try:
        assert False, read()
    except PermissionError as e:
        assert folder in str(e)
os.lstat = lstat
try:
    assert False, runs(os.path.join(folder, "nowhere"))
except FileNotFoundError as e:
    assert "nowhere" in str(e)
assert [run["done"] for run in runs(folder)] == [len(plan(folder)["tasks"])]
print("ok")
