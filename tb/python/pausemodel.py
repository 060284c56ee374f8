# SPDX-License-Identifier: Apache-2.0
"""The judge of libpausemodel checks PAUSE, PFC, gaps and counters of an Ethernet port by what is on its two wires.

The names are those of <pausemodel/judge.h>, which says what each call means; doc/use/library.md has a walk. Times are picoseconds, and calls come in
the order of their times. Nothing but the standard library and libpausemodel is needed; PAUSEMODEL_LIBRARY names another copy of the library.

    judge = Judge("my.mac")
    judge.control(0, "station", 0x001122334455)
    for time, wire, octets in events:
        judge.frame(wire, time, octets)
    judge.finish(end)
    for finding in judge.findings:
        print(finding)
"""
from __future__ import annotations

import ctypes
import ctypes.util
import enum
import os
from dataclasses import dataclass
from typing import Any, Iterator, Literal, Sequence, Union

__all__ = ["Client", "Error", "Finding", "Judge", "OrderError", "Rule", "UsageError", "Wire"]

_MESSAGE = 512
_Octets = Union[bytes, bytearray, memoryview]
_Path = Union[str, "os.PathLike[str]"]


class Wire(enum.IntEnum):
    """The direction of a frame, seen from the MAC."""

    RECEIVED = 0
    SENT = 1


class Client(enum.IntEnum):
    """What is known of the client of the MAC: nothing; that it always has a data frame; that it always has one of each class that it sends."""

    UNKNOWN = 0
    ALWAYS = 1
    CLASSES = 2


class _Flag(enum.IntFlag):
    NO_FCS = 1
    CODE_ERROR = 2
    CLIENT_ERROR = 8


class Error(Exception):
    """The judge cannot go on, because the profile or the events are wrong or there is no memory."""


class UsageError(Error, ValueError):
    """An argument is wrong, or the call came at a wrong moment. The call had no effect."""


class OrderError(Error, ValueError):
    """Time goes back, or an end has no start. The call had no effect."""


_ERRORS = {-3: UsageError, -4: OrderError}


@dataclass(frozen=True)
class Finding:
    """A difference between the port and the golden model. Times are picoseconds."""

    time: int
    cause_time: int
    rule: str
    rule_text: str
    document: str
    sentence: str
    why: str
    profile_line: str

    def __str__(self) -> str:
        return f"{self.time} ps: {self.rule}: {self.sentence}" + (f" ({self.why})" if self.why else "")


@dataclass(frozen=True)
class Rule:
    """A rule that the events could not decide, and the reason."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.why}"


class _Options(ctypes.Structure):
    _fields_ = [
        ("profile", ctypes.c_char_p),
        ("profile_text", ctypes.c_char_p),
        ("time_error_ps", ctypes.c_uint64),
        ("story", ctypes.c_int),
        ("damaged_seen", ctypes.c_int),
        ("client_control", ctypes.c_int),
        ("fcs", ctypes.c_int),
        ("stamp", ctypes.c_int),
        ("client_always", ctypes.c_int),
        ("client_seen", ctypes.c_int),
        ("requests_seen", ctypes.c_int),
    ]


class _Finding(ctypes.Structure):
    _fields_ = [("time", ctypes.c_uint64), ("cause_time", ctypes.c_uint64)] + [
        (name, ctypes.c_char_p) for name in ("rule", "rule_text", "document", "sentence", "why", "profile_line")
    ]


class _Rule(ctypes.Structure):
    _fields_ = [("rule", ctypes.c_char_p), ("why", ctypes.c_char_p)]


def _load() -> ctypes.CDLL:
    path = os.environ.get("PAUSEMODEL_LIBRARY") or ctypes.util.find_library("pausemodel") or "libpausemodel.so.0"
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; run ldconfig after make install, or name the library in PAUSEMODEL_LIBRARY") from None
    judge, time, octets = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p
    text = ctypes.c_char_p
    integer, count, size = ctypes.c_int, ctypes.c_uint32, ctypes.c_size_t
    arguments = {
        "new": [ctypes.POINTER(judge), ctypes.POINTER(_Options), ctypes.c_char_p, size],
        "frame": [judge, integer, time, octets, count, ctypes.c_uint],
        "cut_frame": [judge, integer, time, octets, count, count, ctypes.c_uint],
        "start": [judge, integer, time],
        "end": [judge, integer, time, octets, count, ctypes.c_uint],
        "control": [judge, time, ctypes.c_char_p, ctypes.c_uint64],
        "write": [judge, time, ctypes.c_uint16, ctypes.c_uint64],
        "read": [judge, time, ctypes.c_uint16, ctypes.c_uint64],
        "counter": [judge, time, ctypes.c_char_p, ctypes.c_uint64],
        "reset": [judge, time, ctypes.c_uint64],
        "lost": [judge, integer, time],
        "gmii": [judge, integer, time, ctypes.c_uint8, integer, integer],
        "mii": [judge, integer, time, ctypes.c_uint8, integer, integer],
        "xgmii": [judge, integer, time, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint8],
        "client_offer": [judge, time],
        "client_taken": [judge, time, octets, count, count, ctypes.c_uint],
        "client_delivery": [judge, time],
        "client_delivered": [judge, time, octets, count, ctypes.c_uint],
        "client_ready": [judge, time, integer],
        "request": [judge, time, integer],
        "class_request": [judge, time, ctypes.c_uint8, integer],
        "axis": [judge, integer, time, ctypes.c_uint64, ctypes.c_uint8] + 4 * [integer],
        "finish": [judge, time],
        "captures": [ctypes.POINTER(judge), ctypes.POINTER(_Options), text, text, ctypes.POINTER(text), text, size],
        "finding": [judge, size, ctypes.POINTER(_Finding)],
        "undecided": [judge, size, ctypes.POINTER(_Rule)],
    }
    for name, types in arguments.items():
        function = getattr(library, "pm_judge_" + name)
        function.argtypes, function.restype = types, ctypes.c_int
    library.pm_judge_story.argtypes, library.pm_judge_story.restype = [judge, size], ctypes.c_char_p
    library.pm_judge_free.argtypes, library.pm_judge_free.restype = [judge], None
    library.pm_judge_message.argtypes, library.pm_judge_message.restype = [judge], ctypes.c_char_p
    for name in ("findings", "checks", "spoilt", "without_fcs"):
        function = getattr(library, "pm_judge_" + name)
        function.argtypes, function.restype = [judge], ctypes.c_uint64
    return library


_library = _load()


def _texts(row: ctypes.Structure) -> dict[str, object]:
    """Returns the members of a structure, with strings as str."""
    values = {name: getattr(row, name) for name, _ in row._fields_}
    return {name: value.decode(errors="replace") if isinstance(value, bytes) else value for name, value in values.items()}


def _octets(octets: _Octets) -> bytes:
    return bytes(memoryview(octets))


def _number(name: str, value: object, kind: Any) -> None:
    """Refuses a number that ctypes would wrap: the types of all numbers but the wires are unsigned."""
    bits = 8 * ctypes.sizeof(kind) if kind is not ctypes.c_int else 31
    if isinstance(value, int) and not 0 <= value < 1 << bits:
        raise UsageError(f"{name}: {value} is not a number from 0 to {(1 << bits) - 1}")


def _text(name: str, octets: bytes) -> bytes | None:
    """Returns the text as the library takes it, or None if it is empty. Refuses a NUL, which would end it."""
    if 0 in octets:
        line = octets[: octets.index(0)].count(b"\n") + 1
        raise UsageError(f"{name}:{line}: a NUL, which would end the text")
    return octets or None


def _word(name: str, value: str, words: tuple[str, ...]) -> int:
    if value not in words:
        raise UsageError(f"{name}: {value!r} is none of {', '.join(words)}")
    return words.index(value)


class Judge:
    """A judge of one port, with a profile of its own."""

    _handle: ctypes.c_void_p | None = None

    def __init__(
        self,
        profile: str | os.PathLike[str] = "",
        *,
        profile_text: str = "",
        time_error_ps: int = 0,
        story: bool = False,
        damaged_seen: bool = False,
        client_control: bool = False,
        client_always: Client | bool = Client.UNKNOWN,
        client_seen: bool = False,
        requests_seen: bool = False,
        captures: tuple[_Path, _Path] | _Path = "",
        controls: Sequence[str] = (),
        fcs: Literal["as-stated", "present", "absent"] = "as-stated",
        stamp: Literal["preamble", "sfd", "end"] = "preamble",
    ) -> None:
        """Makes a judge. PROFILE is the path of a profile, or its name in messages if PROFILE_TEXT has its text. DAMAGED_SEEN:
        every frame with an error is among the events. CLIENT_ALWAYS: which data frames the client of the MAC always has, so that
        the judge finds data that are late. CLIENT_SEEN: client_offer() and the calls like it report which frames the client hands
        over and gets. REQUESTS_SEEN: request() and class_request() report what the client requests.

        With CAPTURES the judge reads what the MAC received and what it sent from two files, or both from one, and finishes. For
        captures are CONTROLS, such as "station=00:11:22:33:44:55"; FCS, which says whether frames end with it; and STAMP, the octet
        whose time a frame has. Raises Error."""
        _number("time_error_ps", time_error_ps, ctypes.c_uint64)
        if isinstance(controls, str):
            raise UsageError(f"controls is a list of texts such as {controls!r}, and not one text")
        options = _Options(
            _text("profile", os.fsencode(profile)), _text(os.fsdecode(profile) or "profile_text", profile_text.encode()),
            time_error_ps, story, damaged_seen, client_control,
            _word("fcs", fcs, ("as-stated", "present", "absent")), _word("stamp", stamp, ("preamble", "sfd", "end")),
            client_always, client_seen, requests_seen,
        )
        handle, message = ctypes.c_void_p(), ctypes.create_string_buffer(_MESSAGE)
        if captures:
            received, sent = (captures, "") if isinstance(captures, (str, os.PathLike)) else captures
            words = (ctypes.c_char_p * (len(controls) + 1))(*(_text("controls", word.encode()) for word in controls), None)
            status = _library.pm_judge_captures(
                ctypes.byref(handle), ctypes.byref(options), _text("captures", os.fsencode(received)),
                _text("captures", os.fsencode(sent)), words, message, _MESSAGE,
            )
        else:
            status = _library.pm_judge_new(ctypes.byref(handle), ctypes.byref(options), message, _MESSAGE)
        if status:
            raise _ERRORS.get(status, Error)(message.value.decode(errors="replace"))
        self._handle = handle

    def close(self) -> None:
        """Frees the judge, which takes no calls any more."""
        if self._handle is not None:
            _library.pm_judge_free(self._handle)
            self._handle = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _open(self) -> ctypes.c_void_p:
        if self._handle is None:
            raise UsageError("the judge is closed")
        return self._handle

    def _call(self, name: str, *arguments: object) -> None:
        function = getattr(_library, "pm_judge_" + name)
        for value, kind in zip(arguments, function.argtypes[1:]):
            _number(name + "()", value, kind)
        status = function(self._open(), *arguments)
        if status:
            message: bytes = _library.pm_judge_message(self._handle)
            raise _ERRORS.get(status, Error)(message.decode(errors="replace"))

    def frame(
        self, wire: Wire, time: int, octets: _Octets, *, whole: int = 0, fcs: bool = True, code_error: bool = False
    ) -> None:
        """OCTETS from the destination address on, the first preamble octet at TIME. WHOLE: they are only the first of so many."""
        flags = (0 if fcs else _Flag.NO_FCS) | (_Flag.CODE_ERROR if code_error else 0)
        self._call("cut_frame", wire, time, _octets(octets), len(octets), whole or len(octets), flags)

    def start(self, wire: Wire, time: int) -> None:
        """A frame begins; end() will give its octets."""
        self._call("start", wire, time)

    def end(self, wire: Wire, time: int, octets: _Octets, *, fcs: bool = True, code_error: bool = False) -> None:
        """The frame that start() began is over."""
        flags = (0 if fcs else _Flag.NO_FCS) | (_Flag.CODE_ERROR if code_error else 0)
        self._call("end", wire, time, _octets(octets), len(octets), flags)

    def control(self, time: int, name: str, value: int) -> None:
        """The control NAME ("station", "quanta") has VALUE from TIME on."""
        self._call("control", time, _text("control", name.encode()), value)

    def write(self, time: int, address: int, value: int) -> None:
        """The register at ADDRESS of the profile was written."""
        self._call("write", time, address, value)

    def read(self, time: int, address: int, value: int) -> None:
        """The register at ADDRESS of the profile was read and had VALUE."""
        self._call("read", time, address, value)

    def counter(self, time: int, name: str, value: int) -> None:
        """The counter NAME of the profile was read and had VALUE."""
        self._call("counter", time, _text("counter", name.encode()), value)

    def reset(self, time: int, lasting: int) -> None:
        """The MAC was reset from TIME on, for LASTING picoseconds."""
        self._call("reset", time, lasting)

    def lost(self, wire: Wire, time: int) -> None:
        """From TIME on frames may be missing among the events of WIRE."""
        self._call("lost", wire, time)

    def gmii(self, wire: Wire, time: int, data: int, enable: bool, error: bool = False) -> None:
        """A clock of GMII; clocks without enable may be left out, but for the first one after a frame."""
        self._call("gmii", wire, time, data, enable, error)

    def mii(self, wire: Wire, time: int, nibble: int, enable: bool, error: bool = False) -> None:
        """A clock of MII; clocks without enable may be left out likewise."""
        self._call("mii", wire, time, nibble, enable, error)

    def xgmii(self, wire: Wire, time: int, clock_ps: int, data: int, control: int) -> None:
        """A clock of 64-bit XGMII; outside of frames idle words may be left out, those with a sequence never."""
        self._call("xgmii", wire, time, clock_ps, data, control)

    def client_offer(self, time: int) -> None:
        """The client offers a frame; client_taken() will give its octets."""
        self._call("client_offer", time)

    def client_taken(self, time: int, octets: _Octets, *, paused: int = 0, error: bool = False) -> None:
        """The MAC has taken the whole frame. PAUSED: the octet before which the client first let it wait."""
        self._call("client_taken", time, _octets(octets), len(octets), paused, _Flag.CLIENT_ERROR if error else 0)

    def client_delivery(self, time: int) -> None:
        """A frame to the client begins; client_delivered() will give its octets."""
        self._call("client_delivery", time)

    def client_delivered(self, time: int, octets: _Octets, *, error: bool = False) -> None:
        """The client has got the whole frame. ERROR: the MAC marked it as bad."""
        self._call("client_delivered", time, _octets(octets), len(octets), _Flag.CLIENT_ERROR if error else 0)

    def client_ready(self, time: int, ready: bool) -> None:
        """From TIME on the client takes what the MAC delivers, or does not."""
        self._call("client_ready", time, ready)

    def request(self, time: int, xoff: bool) -> None:
        """From TIME on the client requests that the partner is paused, or does not. With by=pulse in the profile: a pulse for an XOFF or an XON."""
        self._call("request", time, xoff)

    def class_request(self, time: int, classes: int, xoff: bool) -> None:
        """The same for each of CLASSES, bit i for class i."""
        self._call("class_request", time, classes, xoff)

    def axis(
        self, stream: Wire, time: int, data: int, keep: int = 1, *, last: bool, valid: bool, ready: bool = True, user: bool = False
    ) -> None:
        """A clock of an AXI4-Stream of the client, of at most 8 octets, in place of these."""
        self._call("axis", stream, time, data, keep, last, user, valid, ready)

    def finish(self, time: int) -> None:
        """There are no more events: what is due by TIME and has not come is a finding."""
        self._call("finish", time)

    def story(self, lines: int = 0) -> str:
        """Returns what happened, with a line for each event, after finish(); at most LINES lines, those around the first finding."""
        return (_library.pm_judge_story(self._open(), lines) or b"").decode(errors="replace")

    @property
    def count(self) -> int:
        """How many findings there are so far; `findings` has the first 64."""
        return int(_library.pm_judge_findings(self._open()))

    @property
    def checks(self) -> int:
        """How many comparisons the judge made."""
        return int(_library.pm_judge_checks(self._open()))

    @property
    def spoilt(self) -> int:
        """How many sent frames ended with an error or a wrong FCS and were not judged, since the client or a link fault may have spoilt them."""
        return int(_library.pm_judge_spoilt(self._open()))

    @property
    def without_fcs(self) -> int:
        """How many frames came without their FCS, which was taken to be right."""
        return int(_library.pm_judge_without_fcs(self._open()))

    @property
    def findings(self) -> list[Finding]:
        """The findings so far, in the order of time."""
        return [Finding(**row) for row in self._rows("finding", _Finding)]

    @property
    def undecided(self) -> list[Rule]:
        """The rules that the events could not decide."""
        return [Rule(**row) for row in self._rows("undecided", _Rule)]

    def _rows(self, name: str, kind: type[ctypes.Structure]) -> Iterator[dict[str, Any]]:
        function, row, i = getattr(_library, "pm_judge_" + name), kind(), 0
        while not function(self._open(), i, ctypes.byref(row)):
            yield _texts(row)
            i += 1
