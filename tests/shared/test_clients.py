"""Every block of WITH_OTHER_LIBRARIES.md runs as it stands with the library it is about, where that is installed."""

import re
from pathlib import Path

import pytest

from tests import clients

PAGE = clients.ROOT / "undersea_env" / "WITH_OTHER_LIBRARIES.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^<!-- client: (\w+) -->\n```python\n(.*?)^```", TEXT, re.S | re.M)


def test_every_block_says_with_what_it_runs() -> None:
    assert len(BLOCKS) == TEXT.count("```python") == TEXT.count("<!-- client: ") == 6
    assert {client for _, client, _ in BLOCKS} == {*clients.PACKAGES, clients.INSTALLED}


@pytest.mark.parametrize(("client", "block"), [pytest.param(*block[1:], id=block[0]) for block in BLOCKS])
def test_a_block_runs(client: str, block: str, tmp_path: Path) -> None:
    script = tmp_path / "block.py"
    script.write_text(block, encoding="utf-8")
    clients.run_with(client, script)
