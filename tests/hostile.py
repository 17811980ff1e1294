"""Files that would do something if they were loaded the wrong way, and how they get into a checkpoint."""

import hashlib
import json
from pathlib import Path
from typing import Any

from undersea_env.core.checkpoint_files import MANIFEST


class Hostile:
    """Unpickled, it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def with_file(place: Path, name: str, content: bytes) -> None:
    """Put a file into a checkpoint together with its right hash."""
    (place / name).write_bytes(content)
    manifest = json.loads((place / MANIFEST).read_text())
    manifest["files"][name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (place / MANIFEST).write_text(json.dumps(manifest))
