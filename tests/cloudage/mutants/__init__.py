"""Faults put into the rules and the printed data of CloudAge."""
