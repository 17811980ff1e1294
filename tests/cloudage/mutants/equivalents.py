"""Faults that change nothing that can be seen, by name, each with the reason.

Line numbers are those of the version that was tried; a fault that has moved is tried again.
"""

KERNEL = "cloudage/kernel/"

EQUIVALENT: dict[str, str] = {
    f"{KERNEL}fighting.py:26:47:dropped:pass":
        "whether a fight was won is set anew when it ends, and nothing asks for it before",
    f"{KERNEL}course.py:818:2351:constant:1": "asked only if there is a fight task, and its highest threshold is more",
    f"{KERNEL}course.py:633:4941:constant:11": "no city action of the built-in tokens has a choice that would be asked",
    f"{KERNEL}course.py:658:3290:swapped:BY_CITIES":
        "what the built-in tokens give to the others is a build action, which brings no points to be counted",
    f"{KERNEL}scoring.py:31:417:constant:1": "the first city is not among those that the built-in task lists",
}
