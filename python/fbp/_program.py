"""What starts the program fbp: run and theory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

from ._read import Table, parse


class Refused(ValueError):
    """The program ended with an error. The text is its message; `code` is the exit code (docs/scripting.md)."""

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code


def run(config: str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None, jobs: int | None = None,
        force: bool = False, replace: bool = False, allow_commands: bool = False, progress: bool = True, **set: Any) -> str:
    """Does what is left of the experiment of a config, as `fbp run` does, and returns its folder.

        fbp.run("configs/quick.toml")
        fbp.run("configs/quick.toml", out="runs/a", samples=8, model__n=1001)
        fbp.run("configs/quick.toml", **{"instance.alpha": [0.4, 0.5, 0.6]})   # a sweep

    Every other argument sets a key of the config, as --set does: `__` stands for the dot of its path, a list for a
    sweep, a list in a list for a value that is one (model__layers=[[101, 101]]), a dictionary for a table
    (samples={"until": 0.02}), and None removes the key. A text is that text, whatever is in it.
    Lines of progress go to sys.stderr. A run that was interrupted is continued by the same call. Raises Refused with
    the message of the program: code 2, a mistake in the config; 1, a task that failed. Programs that the config
    names are run with allow_commands only: read it first.
    """
    sets = [word for path, value in set.items() for word in ("--set", _set(path.replace("__", "."), value))]
    flags = ["--out", os.fspath(out)] if out is not None else []
    flags += ["--jobs", str(jobs)] if jobs is not None else []
    flags += ["--force"] * force + ["--replace"] * replace + ["--allow-commands"] * allow_commands
    done = json.loads(_call(["run", os.fspath(config), "--json", *sets, *flags], progress))
    return done["dir"] if out is None else os.fspath(out)


def theory(name: str, **flags: Any) -> Table:
    """A table of `fbp theory NAME`, with its flags as arguments: `_` stands for `-`, a list for
    values with commas.

        theory("capacity", kappa=[0, 0.1])
        theory("franz-parisi", alpha=0.5, d="0.01:0.2:20", kappa_ref="max", labels="teacher")

    A flag or value that the program refuses raises Refused with its message.
    """
    command = ["theory", name]
    for flag, value in flags.items():
        if value is not None:
            flag = "--" + flag.rstrip("_").replace("_", "-")
            command.append(flag + "=" + ",".join(_value(x) for x in _several(flag, value)))
    return parse(_call(command, False))


def _call(arguments: list[str], progress: bool) -> str:
    """Starts the program and returns its output; what it says on the way is passed on."""
    program = os.environ.get("FBP") or "fbp"
    try:
        process = subprocess.Popen([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, encoding="utf-8", errors="replace", start_new_session=True)
    except OSError as e:
        raise Refused(f"{program}: {e.strerror}; put fbp in PATH, or name it in the environment variable FBP", 127) from None
    said: list[str] = []
    out = _both(process, said, progress)
    if process.returncode != 0:
        message = "".join(line for line in said if not line.startswith("time=")).strip()
        raise Refused(message or f"{program} ended with exit code {process.returncode}", process.returncode)
    return out


def _both(process: subprocess.Popen[str], said: list[str], progress: bool) -> str:
    """The output of a program to its end, while its lines of progress are passed on. Interrupted, it stops
    the program, which keeps what it has done, and waits for its end."""

    def listen() -> None:
        for line in process.stderr or ():
            said.append(line)
            if progress:
                print(line, end="", file=sys.stderr, flush=True)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        return process.stdout.read() if process.stdout else ""
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        raise
    finally:
        process.wait()
        listener.join()


def _set(path: str, value: Any) -> str:
    """What --set is given for a key."""
    return path + "=" + ("" if value is None else ",".join(_toml(path, x) for x in _several(path, value)))


def _several(name: str, value: Any) -> list[Any]:
    """A value, or several of a list, as a list."""
    value = _plain(value)
    if isinstance(value, (str, bytes, dict, os.PathLike)) or not hasattr(value, "__iter__"):
        return [value]
    if not (values := list(value)):
        raise Refused(f"{name}: an empty list has no values; None leaves the key or flag out", 2)
    return values


def _plain(value: Any) -> Any:
    """A value of Python, of one of NumPy or pandas."""
    return value.tolist() if hasattr(value, "tolist") else value


def _value(value: Any) -> str:
    """A value as flags take it."""
    value = _plain(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _toml(path: str, value: Any) -> str:
    """A value as TOML."""
    value = _plain(value)
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml(path, str(key))} = {_toml(path, x)}" for key, x in value.items()) + " }"
    if isinstance(value, (int, float)):
        return _value(value)
    if hasattr(value, "__iter__") and not isinstance(value, (bytes, bytearray)):
        return "[" + ", ".join(_toml(path, x) for x in value) + "]"
    raise Refused(f"{path}: {value!r}: want a number, a text, True or False, a list, a dictionary, or None", 2)
