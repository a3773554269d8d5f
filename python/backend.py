"""Builds the wheel of the package fbp without other tools (PEP 517): pip install ./python, or pip install -e ./python."""

import base64
import hashlib
import os
import re
import zipfile

_here = os.path.dirname(os.path.abspath(__file__))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, _package())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip install -e ./python installs: a line that leads here (PEP 660)."""
    return _wheel(wheel_directory, {"__editable__.fbp.pth": os.fsencode(_here) + b"\n"})


def _package():
    """The files of the package."""
    files = {}
    for name in sorted(os.listdir(os.path.join(_here, "fbp"))):
        if name.endswith((".py", ".typed")):
            with open(os.path.join(_here, "fbp", name), "rb") as f:
                files["fbp/" + name] = f.read()
    return files


def _wheel(wheel_directory, files):
    """Writes a wheel of files, and returns its name."""
    version = re.search(rb'^__version__ = "(.*)"', _package()["fbp/__init__.py"], re.M).group(1).decode()
    info = f"fbp-{version}.dist-info/"
    files[info + "METADATA"] = f"""Metadata-Version: 2.1
Name: fbp
Version: {version}
Summary: Runs fbp (belief propagation and replica theory of neural networks) and reads its results
License: MIT
Requires-Python: >=3.8
""".encode()
    files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: fbp\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    wheel = f"fbp-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            z.writestr(zipfile.ZipInfo(name), data)
    return wheel
