"""Runs fbp, reads what it leaves in the folder of a run, and asks it for theory.

    import fbp

    run = fbp.run("configs/quick.toml", samples=8)      # the folder of the run
    t = fbp.table(run, "local_entropy")                 # a table
    e = fbp.readings(run, "local_entropy")["entropy"]   # sweep keys × sample × row, with xarray
    for s in fbp.weights(run):                          # what the searches found
        print(s["sample"], s["errors"], s["weights"])
    for r in fbp.runs("results"):                       # every run below a folder
        print(r["dir"], r["damaged"] or f'{r["done"]} of {r["tasks"]}')
    line = fbp.theory("franz-parisi", alpha=0.5, d="0.01:0.2:20")

It needs nothing but Python 3.8. Tables are pandas.DataFrame where pandas is installed, with the lines of
their head in .attrs["head"], and otherwise lists of dictionaries, one a row; weights are NumPy arrays
where NumPy is installed, and otherwise lists. Missing numbers are NaN in a DataFrame and None elsewhere.

Each function verifies what it reads: checksums, that a file is of the task, table and plan that it
stands for, and that none is missing among the lines of a file. It raises Damaged, which names the
file, if that is not so (runs, which looks at many folders, says it of each); fbp check then says what to do. Only run() writes, and nothing is executed but
fbp itself, by run() and theory(): the program that the environment variable FBP names, else fbp in PATH.
"""

from ._program import Refused, run, theory
from ._read import Damaged, parse, plan, readings, records, rows, runs, table, weights

__version__ = "0.2.0"
__all__ = ["Damaged", "Refused", "parse", "plan", "readings", "records", "rows", "run", "runs", "table", "theory", "weights"]
