"""Players: from random to search and trained networks."""
