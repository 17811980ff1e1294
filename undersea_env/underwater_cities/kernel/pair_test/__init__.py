"""Which slot and card may be chosen together (G-5a), where the slot's action cannot be performed yet: see README.md."""
