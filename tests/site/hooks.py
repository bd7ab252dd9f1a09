"""Build the parts of the site besides the pages: front page, README, changelog, API and scripts.

Pages are written for GitHub. A link to a file outside the site becomes plain text, if the file
exists. `make docs` installs the scripts from npm, so that the site needs no network.
"""

from __future__ import annotations

import posixpath
import re
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

import binlog_kaitai
import binlog_kaitai.spark

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = "binlog_kaitai/docs"

SITE = "tests/site"

# pages of the site by their places in the repository, if not in DOCS
ELSEWHERE = {
    "index.md": f"{SITE}/index.md",
    "readme.md": "README.md",
    "changelog.md": "CHANGELOG.md",
}
API = "api.md"

MERMAID = "assets/scripts/mermaid.js"
ASSETS = {
    "assets/site.css": "site.css",
    "assets/scripts/iframe-worker.js": "node_modules/iframe-worker.js",
    MERMAID: "node_modules/mermaid.js",
}

DISTRIBUTION = "binlog-kaitai"
REPOSITORY_LABELS = ("repository", "source", "source code", "github", "homepage")

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the version and, if the package names one, the repository."""
    about = metadata.metadata(DISTRIBUTION)
    config.copyright = f"{DISTRIBUTION} {about['Version']}"
    urls = dict(text.split(", ", 1) for text in about.get_all("Project-URL") or [])
    by_label = {label.lower(): url for label, url in urls.items()}
    config.repo_url = next(filter(None, map(by_label.get, REPOSITORY_LABELS)), None)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and assets that do not lie in the folder of pages."""
    for name, home in ASSETS.items():
        path = REPOSITORY / SITE / home
        if not path.exists():
            raise PluginError(f"{path} is missing: 'make docs' installs it (needs npm)")
        files.append(File.generated(config, name, abs_src_path=str(path)))
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


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Load Mermaid before the theme does, which would load it from a CDN."""
    if 'class="mermaid"' not in html:
        return html
    return f'{html}<script src="{get_relative_url(MERMAID, page.url)}"></script>'
