"""The `companion` command. `score` must start fast: nothing of the web is imported for it."""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__
from companion.rules.editions.installed import Editions
from companion.rules.editions.rows import EditionError
from companion.rules.refusals import Problem, Reason, Refusal
from companion.rules.scoring.reading import LARGEST
from companion.rules.scoring.sheet import Unsound, parse_bytes
from companion.rules.seats import BySeat
from companion.text.words import Words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status (0 done, 1 cannot be done, 2 bad input)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None when it was closed before we started
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(_with_command(arguments))
    try:
        match options.command:
            case "score":
                return score(options.files, as_json=options.json)
            case "replay":
                return replay(options.file, options.at)
            case "serve" | "demo":
                return _serve(options)
        from companion import upkeep

        return upkeep.run(options, os.environ)
    except EditionError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # the reader of our output left, as `head` does, or the disk is full
        if not isinstance(error, BrokenPipeError):
            print(f"companion: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _serve(options: argparse.Namespace) -> int:
    try:
        from gevent import monkey

        monkey.patch_all(os=False, signal=False)  # before anything makes a lock or a socket: see companion/worker.py
        gc.disable()  # nothing of what is imported goes away: to look for it would take a seventh of the time
        from companion.serve import demo, serve

        gc.enable()
    except ModuleNotFoundError as error:
        if error.name not in ("fcntl", "grp", "pwd"):
            raise
        print("companion: this system cannot serve tables; Linux, macOS, the BSDs and WSL can", file=sys.stderr)
        return 1
    return demo(options) if options.command == "demo" else serve(options)


def _with_command(arguments: Sequence[str]) -> list[str]:
    """`companion` alone, or with options only, means `companion serve`."""
    if arguments and (not arguments[0].startswith("-") or arguments[0] in ("-h", "--help", "--version")):
        return list(arguments)
    return ["serve", *arguments]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, without the usage: `--help` shows that."""
        self.exit(2, f"companion: error: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description="Companion for High Bohn and Bohnanza tables.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    env = os.environ
    served = _Parser(add_help=False)
    served.add_argument(
        "--host", default=env.get("COMPANION_HOST", ""), help="address to listen on (default: all of this computer's)"
    )
    served.add_argument(
        "--port", type=_port, default=env.get("PORT") or "8000", help="port to listen on (default: 8000)"
    )
    served.add_argument("--public-url", metavar="URL", help="address under which phones reach the app")
    serve = commands.add_parser("serve", parents=[served], help="serve the app in the local network (the default)")
    serve.add_argument("--data", type=Path, metavar="DIR", help="folder for everything this installation writes")
    commands.add_parser(
        "demo", parents=[served], help="serve a game in progress to play with; nothing is kept when it stops"
    )
    _add_upkeep(commands)
    replay = commands.add_parser("replay", help="print the state of a downloaded table after any entry")
    replay.add_argument(
        "file", metavar="FILE", help="what a table gave as “Download everything”; - reads standard input"
    )
    replay.add_argument("--at", type=int, metavar="N", help="number of the entry (default: the last)")
    score = commands.add_parser("score", help="score files with final positions, or downloaded tables")
    score.add_argument("files", nargs="+", metavar="FILE", help="score sheet in JSON; - reads standard input")
    score.add_argument("--json", action="store_true", help="print one line of JSON per file")
    return parser


def _add_upkeep(commands: Any) -> None:
    """The commands for whoever keeps an installation; `companion.upkeep` carries them out."""
    kept = _Parser(add_help=False)
    kept.add_argument("--data", type=Path, metavar="DIR", help="folder of the installation")
    commands.add_parser(
        "migrate", parents=[kept], help="bring the database up to date now; a server does it when it starts"
    )
    backup = commands.add_parser(
        "backup", parents=[kept], help="keep everything in one file, also while the server runs"
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="file to write; an older backup there is replaced")
    restore = commands.add_parser("restore", parents=[kept], help="bring back what a backup holds")
    restore.add_argument("file", type=Path, metavar="FILE", help="a file that `companion backup` made")
    restore.add_argument("--replace", action="store_true", help="even if there are tables; they are moved aside")
    check = commands.add_parser("check", parents=[kept], help="look whether everything that is stored can be read")
    check.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a backup, instead of the installation")
    commands.add_parser(
        "accept-key", parents=[kept], help="go on with another secret key than before; all phones lose their seats"
    )
    move = commands.add_parser("copy-to", parents=[kept], help="copy everything into another, empty database")
    move.add_argument("url", metavar="URL", help="its address: postgresql://... or sqlite:////path/to/companion.sqlite")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; use a number from 1 to 65535")
    return int(text)


def score(files: Iterable[str], *, as_json: bool) -> int:
    """Score each file and print the result; problems go to standard error. Returns 2 if any file had one."""
    from companion.formats import report

    editions = _editions()
    status = 0
    shown = 0
    for file in files:
        raw = _read(file)
        sheet = Unsound((raw,)) if isinstance(raw, Problem) else parse_bytes(raw, editions)
        if isinstance(sheet, Unsound):
            status = 2
            _flush()
            words = Words(sheet.edition, BySeat(sheet.names))
            for problem in sheet.problems:
                where = words.place(problem.where)
                print(f"{file}: {where}: {words.sentence(problem.refusal)}", file=sys.stderr)
        elif as_json:
            print(json.dumps({"file": file} | report.as_json(sheet)))
        else:
            print(f"{'' if shown == 0 else chr(10)}{file}: {report.as_text(sheet)}")
            shown += 1
    _flush()
    return status


def replay(file: str, at: int | None) -> int:
    """Print the state of a downloaded table after its last entry, or after entry `at`. Returns 2 for a file or a number
    that gives none."""
    from companion.formats import table_file
    from companion.formats.table_json import state
    from companion.rules.playing.ledger import Ledger
    from companion.rules.playing.opening import readable

    raw = _read(file)
    entries = raw if isinstance(raw, Problem) else table_file.read(raw)
    if not isinstance(entries, Problem) and at is not None and not 1 <= at <= len(entries):
        entries = Problem(("--at",), Refusal(Reason.NO_ENTRY, {"entry": at, "most": len(entries)}))
    if not isinstance(entries, Problem):
        entries, editions = entries[:at], _editions()
        wrong = readable(entries, editions)
        if wrong is None:
            print(json.dumps(state(Ledger.of(entries, editions), table_file.EVERYTHING), indent=2, ensure_ascii=False))
            _flush()
            return 0
        entries = Problem(("log", str(wrong)), Refusal(Reason.NOT_AN_ENTRY, {"entry": wrong}))
    words = Words(None)
    print(f"{file}: {words.place(entries.where)}: {words.sentence(entries.refusal)}", file=sys.stderr)
    return 2


def _editions() -> Editions:
    folder = os.environ.get("COMPANION_EDITIONS")
    return Editions(Path(folder) if folder else None)


def _flush() -> None:
    """What was printed so far reaches its reader, or the error shows here rather than when Python ends."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _read(file: str) -> bytes | Problem:
    try:
        if file == "-":
            return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
        with open(file, "rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Problem((), Refusal(Reason.NOT_READABLE, {"cause": cause.lower()}))
