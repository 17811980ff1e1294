"""The page: a server on this machine, on whose page people play against agents, watch them, and look at games again.

A game offers its view, its drawing with ids on all that can be chosen, and its words; the page knows no rule.
"""
