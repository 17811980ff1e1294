"""What can go wrong for a user of the package. Every error says in words what is wrong and what is allowed."""


class UnderseaError(Exception):
    """The base of all errors that the package raises on purpose."""


class IllegalAction(UnderseaError, ValueError):  # noqa: N818  a fixed name of the public interface
    """An action that the rules do not allow now; the position is unchanged."""


class InvalidPosition(UnderseaError, ValueError):  # noqa: N818  a fixed name of the public interface
    """A position, as bytes or in the readable form, that cannot be one of this game."""


class InvalidOption(UnderseaError, ValueError):  # noqa: N818  a fixed name of the public interface
    """An option, a seed or a seat that is not allowed."""


class UnknownOption(InvalidOption, TypeError):  # noqa: N818  named like the others
    """An option that does not exist; a TypeError too, as of a keyword argument that a function does not take."""


class InvalidReplay(UnderseaError, ValueError):  # noqa: N818  named like the others
    """A recorded game that is damaged, or was played under other rules."""


class MissingExtra(UnderseaError, ImportError):  # noqa: N818  named like the others
    """A package that only an optional part needs is not installed; the message says how to install it."""


class InvalidCheckpoint(UnderseaError, ValueError):  # noqa: N818  named like the others
    """A trained network, or a run of training, that is damaged or belongs to other rules; nothing was loaded."""


class TrainingFailed(UnderseaError, RuntimeError):  # noqa: N818  named like the others
    """Training cannot go on; what was saved before is still there."""


class WorkerDied(UnderseaError, RuntimeError):  # noqa: N818  named like the others
    """A process of the arena ended by itself; what was kept before is still there."""


class DamagedResults(UnderseaError, ValueError):  # noqa: N818  named like the others
    """What the arena kept in a folder is damaged; nothing of it was counted or changed."""


class UsedByAnotherThread(UnderseaError, RuntimeError):  # noqa: N818  named like the others
    """Something that serves one thread at a time is at work for another; the call changed nothing."""
