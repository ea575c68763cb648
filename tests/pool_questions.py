"""What the tests of worker processes ask them; in a module that workers can import."""

import os
import signal
import time


def answer(number: int) -> tuple[int, int]:
    """Think for a moment; the number, and the worker's process ID."""
    time.sleep(0.02)
    return number, os.getpid()


def die() -> None:
    """Do what the kernel does to a process when memory runs out."""
    os.kill(os.getpid(), signal.SIGKILL)
