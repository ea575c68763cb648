"""Runs a program on a GPU that Numba simulates: `python simulated_gpu.py PROGRAM ARGUMENT …`.

The simulator needs `NUMBA_ENABLE_CUDASIM=1`. What it lacks is added here: a device's name and
number of multiprocessors, and records in a thread's own memory whose fields are attributes.
"""

import runpy
import sys
from pathlib import Path

from numba import cuda

from katzentisch.games.core import compiler

if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    device = type(cuda.current_context().device)
    device.name, device.MULTIPROCESSOR_COUNT = "a simulated GPU", 1
    compiler.record_type = lambda dtype: dtype
    sys.path.insert(0, str(Path(sys.argv[0]).parent))
    runpy.run_path(sys.argv[0], run_name="__main__")
