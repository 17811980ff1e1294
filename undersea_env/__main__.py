"""`python -m undersea_env` is the command `undersea`."""

import sys

from undersea_env.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
