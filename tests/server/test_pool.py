"""Worker processes end with the server that started them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = """
import asyncio, os
from katzentisch.server.jobs.pool import Workers

async def main():
    print(await Workers(1).run(os.getpid), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""
PATIENCE = 30.0  # seconds


def started(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a program with one worker; return the program and the worker's process ID."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(program)], text=True, stdout=subprocess.PIPE)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def is_there(pid: int) -> bool:
    """Is this process running?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_no_worker_outlives_a_killed_server(tmp_path):
    process, worker = started(tmp_path)
    assert is_there(worker)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    until = time.monotonic() + PATIENCE
    while is_there(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(worker)
