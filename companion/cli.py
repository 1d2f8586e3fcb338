"""The `companion` command. `score` must start fast: nothing of the web is imported for it."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__
from companion.rules.editions import Editions
from companion.rules.reading import LARGEST
from companion.rules.refusals import Problem, Reason, Refusal
from companion.rules.rows import EditionError
from companion.rules.sheet import Unsound, parse_bytes
from companion.wording import Words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status (0 done, 1 cannot serve, 2 bad input)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(_with_command(arguments))
    try:
        if options.command == "score":
            return score(options.files, as_json=options.json)
        from companion.serve import demo, serve

        return demo(options) if options.command == "demo" else serve(options)
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
    score = commands.add_parser("score", help="score files with final positions")
    score.add_argument("files", nargs="+", metavar="FILE", help="score sheet in JSON; - reads standard input")
    score.add_argument("--json", action="store_true", help="print one line of JSON per file")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; use a number from 1 to 65535")
    return int(text)


def score(files: Iterable[str], *, as_json: bool) -> int:
    """Score each file and print the result; problems go to standard error. Returns 2 if any file had one."""
    from companion import report

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None when it was closed before we started
            stream.reconfigure(errors="backslashreplace")
    folder = os.environ.get("COMPANION_EDITIONS")
    editions = Editions(Path(folder) if folder else None)
    status = 0
    shown = 0
    for file in files:
        raw = _read(file)
        sheet = Unsound((raw,)) if isinstance(raw, Problem) else parse_bytes(raw, editions)
        if isinstance(sheet, Unsound):
            status = 2
            _flush()
            words = Words(sheet.edition, sheet.names)
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
