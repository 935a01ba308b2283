"""The command line as a process of its own: the ``referee`` script, and ``python -m referee``."""

import gc

gc.set_threshold(50_000)  # starting makes many objects and no garbage: to look for it takes a twentieth of the time

from referee.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
