"""What the site of `make docs` has besides the pages: the README, the changelog and the API.

Pages are written for GitHub. A link that leads to a file outside of the site becomes
plain text, if the file is there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

import binlog_kaitai
import binlog_kaitai.spark

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = "binlog_kaitai/docs"

# where pages of the site lie in the repository, if not in DOCS
ELSEWHERE = {"index.md": "README.md", "changelog.md": "CHANGELOG.md"}
API = "api.md"

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that do not lie in the folder of pages."""
    for name, home in ELSEWHERE.items():
        text = (REPOSITORY / home).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, API, content=_reference()))
    return files


def _reference() -> str:
    """Return a page with all that is public."""
    parts = ["# API"]
    for module in (binlog_kaitai, binlog_kaitai.spark):
        parts.append(f"## {module.__name__}")
        parts += [
            f"::: {module.__name__}.{name}\n    options:\n      heading_level: 3"
            for name in module.__all__
        ]
    return "\n\n".join(parts) + "\n"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Have links lead to pages of the site."""
    name = page.file.src_uri
    home = ELSEWHERE.get(name, f"{DOCS}/{name}")

    def link(match: re.Match[str]) -> str:
        sign, text, target = match.groups()
        path, hash_sign, heading = target.partition("#")
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(home), path))
        if not (REPOSITORY / linked).exists():
            raise PluginError(f"{home}: {target} leads nowhere")
        pages = {other: page for page, other in ELSEWHERE.items()}
        if linked in pages:
            return f"{sign}[{text}]({pages[linked]}{hash_sign}{heading})"
        if posixpath.dirname(linked) == DOCS:
            return f"{sign}[{text}]({posixpath.basename(linked)}{hash_sign}{heading})"
        return text

    return _LINK.sub(link, markdown)
