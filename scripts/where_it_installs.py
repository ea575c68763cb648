"""Where the package can be installed from wheels alone: Python versions by platform.

`pip install uv`, then `python scripts/where_it_installs.py`. Nothing is installed: uv asks the
package index whether everything we need has wheels there.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "windows",
)


def resolves(version: str, platform: str, extras: tuple[str, ...]) -> bool:
    """Is there a wheel for everything that is needed there?"""
    asked = ["--python-version", version, "--python-platform", platform, "--only-binary", ":all:"]
    asked += [word for extra in extras for word in ("--extra", extra)]
    command = ["uv", "pip", "compile", "--quiet", *asked, str(ROOT / "pyproject.toml")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main() -> None:
    """Print a table: `yes`, or `alone` where only the package without its extras installs."""
    print("| Python |", " | ".join(PLATFORMS), "|")
    print("|---" * (len(PLATFORMS) + 1) + "|")
    for version in VERSIONS:
        found = []
        for platform in PLATFORMS:
            if resolves(version, platform, ("envs", "lab")):
                found.append("yes")
            else:
                found.append("alone" if resolves(version, platform, ()) else "no")
        print(f"| {version} |", " | ".join(found), "|")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
