"""Faults put into the rules and the printed data of a game: what finds them is the same for every game."""
