"""Small faults put into the rules and the printed data, to see whether the tests notice (see ../MUTATION.md)."""
