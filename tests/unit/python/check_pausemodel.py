# SPDX-License-Identifier: Apache-2.0
"""The module for Python against the library: verdicts, errors, and that its functions are those of the header. Needs no cocotb."""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from typing import Any, Callable

import pausemodel
from pausemodel import Client, Error, Judge, OrderError, UsageError, Wire

PROFILE = (
    "pausebench-mac 1\nmac example\ninstance example.vh\nsources example.v\nphy gmii\nhost tx=stored\nobeys multicast\n"
    "latency inhibit 0 60\n"
)
PAUSE = bytes.fromhex("0180c2000001 020000000009 8808 0001 0004") + bytes(42)
DATA = bytes.fromhex("020000000009 001122334455 88b5") + bytes(46)
US = 1_000_000


def judge(**options: Any) -> Judge:
    made = Judge("example.mac", profile_text=PROFILE, **options)
    made.control(0, "station", 0x001122334455)
    return made


class Verdicts(unittest.TestCase):
    def run_with_data_at(self, *times: int) -> Judge:
        j = judge()
        j.frame(Wire.RECEIVED, 2 * US, PAUSE, fcs=False)
        for time in times:
            j.frame(Wire.SENT, time, DATA, fcs=False)
        j.finish(20 * US)
        return j

    def test_data_within_the_pause_are_a_finding(self) -> None:
        j = self.run_with_data_at(4 * US, 8 * US)
        self.assertEqual(j.count, 1)
        finding = j.findings[0]
        self.assertEqual((finding.rule, finding.time), ("pause-time", 4 * US))
        self.assertIn("31B", finding.document)
        self.assertIn("4 quanta", finding.why)
        self.assertIn("pause-time", str(finding))

    def test_data_after_it_are_none(self) -> None:
        j = self.run_with_data_at(8 * US)
        self.assertEqual((j.count, j.findings), (0, []))
        self.assertGreater(j.checks, 0)

    def test_rules_without_a_verdict_are_named(self) -> None:
        rules = {rule.rule: rule.why for rule in self.run_with_data_at(8 * US).undecided}
        self.assertIn("client", rules["tx-lost"])
        self.assertIn("count-tx", rules)
        self.assertNotIn("pause-time", rules)

    def test_frames_that_are_not_judged_whole_are_counted(self) -> None:
        j = self.run_with_data_at(8 * US, 9 * US)
        self.assertEqual((j.without_fcs, j.spoilt), (3, 0))
        j = judge()
        j.frame(Wire.SENT, 2 * US, with_fcs(DATA))
        j.frame(Wire.SENT, 4 * US, DATA + bytes(4))  # its client may have been late with an octet
        j.finish(20 * US)
        self.assertEqual((j.count, j.without_fcs, j.spoilt), (0, 0, 1))

    def test_a_client_that_is_seen_is_judged(self) -> None:
        for first, count in ((DATA, 0), (DATA[:-1] + b"x", 1)):
            j = judge(client_seen=True)
            j.client_offer(2 * US)
            j.client_taken(2 * US + 60 * 8000, first)
            j.frame(Wire.SENT, 2 * US + 62 * 8000, DATA, fcs=False)
            j.finish(20 * US)
            self.assertEqual([f.rule for f in j.findings], ["tx-content"] * count)
        with self.assertRaisesRegex(UsageError, "client_seen"):
            judge().client_delivery(2 * US)
        with self.assertRaisesRegex(OrderError, "without its start"):
            judge(client_seen=True).client_delivered(2 * US, DATA)

    def test_requests_of_the_client(self) -> None:
        with judge(client_seen=True, requests_seen=True) as j:
            j.client_ready(1 * US, True)
            j.request(2 * US, True)
            j.request(60 * US, False)
            j.finish(200 * US)
            self.assertEqual({f.rule for f in j.findings}, {"pause-request"})
            self.assertNotIn("pause-request", {r.rule for r in j.undecided})
        with self.assertRaisesRegex(UsageError, "requests_seen"):
            judge(client_seen=True).request(2 * US, True)

    def test_a_class_that_nobody_requested_is_not_paused(self) -> None:
        profile = PROFILE.replace("gmii", "xgmii").replace("multicast", "multicast pfc") + "latency request 0 60\nsends refresh=none by="
        for by in ("level", "pulse"):
            for vector, right in ((1 << 5, True), (1 << 6, False), (3 << 5, False)):
                j = Judge("ten.mac", profile_text=profile + by + "\n", client_seen=True, requests_seen=True)
                for name, value in (("station", 0x001122334455), ("pfc_tx", 0xFF), ("pfc_rx", 0xFF)):
                    j.control(0, name, value)
                j.class_request(2 * US, 1 << 5, True)
                times = b"".join(b"\xff\xff" if vector >> i & 1 else bytes(2) for i in range(8))
                j.frame(
                    Wire.SENT, 2 * US + 32000, PAUSE[:6] + DATA[6:12] + bytes.fromhex("8808 0101 00") + bytes([vector]) + times + bytes(26), fcs=False
                )
                j.finish(500 * US)
                self.assertEqual({f.rule for f in j.findings}, set() if right else {"pfc-tx"}, f"{by}, vector {vector:#x}")

    def test_a_client_that_always_has_a_frame_makes_late_data_a_finding(self) -> None:
        for always in (False, True, Client.CLASSES):
            j = judge(client_always=always)
            j.frame(Wire.SENT, 2 * US, DATA, fcs=False)
            j.frame(Wire.SENT, 9 * US, DATA, fcs=False)
            j.finish(9 * US)
            self.assertEqual([f.rule for f in j.findings], ["data-resumes"] * bool(always))

    def test_numbers_that_the_library_would_wrap_are_refused(self) -> None:
        calls: list[Callable[[], object]] = [
            lambda: judge().frame(Wire.SENT, -1, DATA),
            lambda: judge().frame(Wire.SENT, 1 << 64, DATA),
            lambda: judge().frame(Wire.SENT, 0, DATA, whole=(1 << 32) + 64),
            lambda: judge().write(0, 0x10000, 1),
            lambda: judge().gmii(Wire.SENT, 0, 256, True),
            lambda: judge(client_seen=True, requests_seen=True).class_request(0, 256, True),
            lambda: judge(time_error_ps=1 << 64),
            lambda: judge(time_error_ps=-1),
        ]
        for number, call in enumerate(calls):
            with self.assertRaisesRegex(UsageError, "is not a number from 0", msg=str(number)):
                call()

    def test_octets_of_any_kind_of_bytes(self) -> None:
        for kind in (bytes, bytearray, memoryview):
            j = judge()
            j.frame(Wire.SENT, 2 * US, kind(DATA), fcs=False)  # cocotbext-eth has bytearrays
            j.finish(9 * US)
            self.assertEqual(j.count, 0)
        for wrong in ("text", 5, None, [1, 2]):
            with self.assertRaises(TypeError):
                judge().frame(Wire.SENT, 2 * US, wrong)  # type: ignore[arg-type]

    def test_pins_are_frames(self) -> None:
        j = judge()
        time = 2 * US
        for octet in b"\x55" * 7 + b"\xd5" + PAUSE + bytes.fromhex("00000000"):
            j.gmii(Wire.RECEIVED, time, octet, True)
            time += 8000
        j.gmii(Wire.RECEIVED, time, 0, False)
        j.frame(Wire.SENT, 4 * US, DATA, fcs=False)
        j.finish(20 * US)
        self.assertEqual(j.count, 0, "the FCS of the PAUSE is wrong, so it is none")

    def test_clocks_that_are_left_out_of_a_frame_are_no_shorter_frame(self) -> None:
        for gap, refused in ((8000, False), (7000, False), (16000, True), (0, True)):
            j = judge()
            j.gmii(Wire.SENT, 2 * US, 0x55, True)
            if not refused:
                j.gmii(Wire.SENT, 2 * US + gap, 0x55, True)
                continue
            with self.assertRaisesRegex(Error, "a clock lasts 8000 ps"):
                j.gmii(Wire.SENT, 2 * US + gap, 0x55, True)
        lanes = (0xD5555555555555FB, 0x01), (0, 0x00)
        with Judge("ten.mac", profile_text=PROFILE.replace("gmii", "xgmii")) as j:
            j.control(0, "station", 0x001122334455)
            with self.assertRaisesRegex(UsageError, "a clock of 0 ps"):
                j.xgmii(Wire.SENT, 2 * US, 0, *lanes[0])
            j.xgmii(Wire.SENT, 2 * US, 6400, *lanes[0])
            j.xgmii(Wire.SENT, 2 * US + 6400, 6400, *lanes[1])
            with self.assertRaisesRegex(Error, "a clock lasts 6400 ps"):
                j.xgmii(Wire.SENT, 2 * US + 3 * 6400, 6400, *lanes[1])

    def test_a_nul_ends_no_text_silently(self) -> None:
        with self.assertRaisesRegex(UsageError, "my.mac:2: a NUL"):
            Judge("my.mac", profile_text=PROFILE.replace("\n", "\n\0", 1))
        with self.assertRaisesRegex(UsageError, "profile:1: a NUL"):
            Judge("my.mac\0")
        with Judge("example.mac", profile_text=PROFILE) as j:
            with self.assertRaisesRegex(UsageError, "control:1: a NUL"):
                j.control(0, "station\0", 1)

    def test_pins_of_mii_are_those_of_its_speed(self) -> None:
        for speed, mii in ((0, True), (1, True), (2, False)):
            j = Judge("example.mac", profile_text=PROFILE.replace("phy gmii", "phy mii"))
            j.control(0, "station", 0x001122334455)
            j.control(0, "speed", speed)
            (j.mii if mii else j.gmii)(Wire.SENT, 0, 5, True)
            with self.assertRaisesRegex(UsageError, "call pm_judge_g?mii"):
                (j.gmii if mii else j.mii)(Wire.RECEIVED, 0, 5, True)


def capture(path: pathlib.Path, *packets: tuple[int, bytes]) -> str:
    """Writes a pcap file with times of nanoseconds and frames without FCS."""
    head = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1)
    path.write_bytes(
        head + b"".join(struct.pack("<IIII", 0, time // 1000, len(octets), len(octets)) + octets for time, octets in packets)
    )
    return str(path)


STATION = ["station=00:11:22:33:44:55"]


def block(kind: int, body: bytes) -> bytes:
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def with_fcs(octets: bytes) -> bytes:
    return octets + struct.pack("<I", zlib.crc32(octets))


def pcapng(path: pathlib.Path, *packets: tuple[int, bytes, int, int], fcs: int = 4, bits_per_second: int = 0) -> str:
    """Writes a pcapng file of two interfaces with times of picoseconds; of each packet time, octets, interface and direction (0: none)."""
    speed = struct.pack("<HHQ", 8, 8, bits_per_second) if bits_per_second else b""
    interface = block(1, struct.pack("<HHI", 1, 0, 0) + struct.pack("<HHBxxxHHBxxx", 9, 1, 12, 13, 1, fcs) + speed)
    text = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + 2 * interface
    for time, octets, number, direction in packets:
        body = struct.pack("<IIIII", number, time >> 32, time & 0xFFFFFFFF, len(octets), len(octets)) + octets + bytes(-len(octets) % 4)
        text += block(6, body + struct.pack("<HHI", 2, 4, direction))
    path.write_bytes(text)
    return str(path)


class Captures(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)

    def refused(self, words: str, captures: tuple[str, str] | str, profile: str = PROFILE, **options: Any) -> None:
        with self.assertRaisesRegex(Error, words):
            Judge("my.mac", profile_text=profile, captures=captures, controls=STATION, **options)

    def test_fcs_that_the_file_or_its_frames_contradict(self) -> None:
        name = self.place / "in.pcapng"
        frames = ((2 * US, with_fcs(PAUSE)), (4 * US, with_fcs(DATA)))
        both = pcapng(name, *((time, octets, 0, i + 1) for i, (time, octets) in enumerate(frames)))
        self.assertEqual(Judge("my.mac", profile_text=PROFILE, captures=both, controls=STATION).count, 1)
        self.refused("in.pcapng: the file says that its frames end with their FCS", both, fcs="absent")
        pcapng(name, *((time, octets[:-4], 0, i + 1) for i, (time, octets) in enumerate(frames)), fcs=0)
        self.refused("in.pcapng: the file says that its frames end without their FCS", both, fcs="present")
        received, sent = (capture(self.place / f"{i}.pcap", frame) for i, frame in enumerate(frames))
        self.assertEqual(Judge("my.mac", profile_text=PROFILE, captures=(received, sent), controls=STATION, fcs="present").count, 1)
        self.refused("each frame ends with a right FCS", (received, sent), fcs="absent")
        self.refused("0.pcap: each frame ends", (received, capture(self.place / "2.pcap", (4 * US, DATA))), fcs="absent")
        received, sent = (capture(self.place / f"{i}.pcap", (time, octets[:-4])) for i, (time, octets) in enumerate(frames))
        self.assertEqual(Judge("my.mac", profile_text=PROFILE, captures=(received, sent), controls=STATION, fcs="absent").count, 1)
        self.refused("no frame ends with a right FCS", (received, sent), fcs="present")

    def test_captures_without_frames(self) -> None:
        empty = [capture(self.place / name) for name in ("in.pcap", "out.pcap")]
        self.refused("in.pcap and .*out.pcap have no frames; nothing is decided", (empty[0], empty[1]), fcs="present")
        self.refused("in.pcap: no frames of either direction", empty[0], fcs="present")

    def test_directions_that_are_missing_or_the_same(self) -> None:
        name = self.place / "both.pcapng"
        both = pcapng(name, (1 * US, with_fcs(DATA), 1, 2), (2 * US, with_fcs(PAUSE), 0, 0), (4 * US, with_fcs(DATA), 1, 2))
        self.refused("packet 2 has no direction; .*--rx-interface", both)
        self.refused("packet 2 has no direction", (both, f"{self.place}/./both.pcapng"))

    def test_speed_of_the_interface(self) -> None:
        name = self.place / "both.pcapng"
        frames = (1 * US, with_fcs(DATA), 0, 2), (2 * US, with_fcs(PAUSE), 0, 1)
        for phy, right in (("gmii", 1000), ("xgmii", 10000)):
            for mbps in (100, 1000, 10000):
                both, profile = pcapng(name, *frames, bits_per_second=mbps * 10**6), PROFILE.replace("phy gmii", "phy " + phy)
                if mbps == right:
                    Judge("my.mac", profile_text=profile, captures=both, controls=STATION)
                else:
                    self.refused(f"has {mbps} Mb/s, and the wires of example have {right}", both, profile)

    def test_options_that_captures_cannot_have(self) -> None:
        both = pcapng(self.place / "both.pcapng", (1 * US, with_fcs(DATA), 0, 2), (2 * US, with_fcs(PAUSE), 0, 1))
        self.refused("there are no client and no requests in captures", both, client_seen=True)
        for wrong in ({"fcs": "no"}, {"stamp": "no"}):
            self.refused("'no' is none of", both, **wrong)
        with self.assertRaisesRegex(UsageError, "controls"):
            Judge("my.mac", profile_text=PROFILE, captures=both, controls=STATION[0])

    def test_paths(self) -> None:
        (self.place / "my.mac").write_text(PROFILE)
        both = pathlib.Path(pcapng(self.place / "both.pcapng", (1 * US, with_fcs(DATA), 0, 2), (2 * US, with_fcs(PAUSE), 0, 1)))
        self.assertEqual(Judge(self.place / "my.mac", captures=both, controls=STATION).count, 0)

    def test_example_prints_story_and_finding(self) -> None:
        root = pathlib.Path(__file__).parents[3]
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "my.mac").write_text(PROFILE)
            received = capture(place / "in.pcap", (2 * US, PAUSE))
            for times, findings in (((4 * US, 8 * US), 1), ((8 * US, 9 * US), 0)):
                sent = capture(place / "out.pcap", *((time, DATA) for time in times))
                ran = subprocess.run(
                    [sys.executable, root / "examples/judge_capture.py", place / "my.mac", received, sent, "station=00:11:22:33:44:55"],
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(ran.returncode, findings, ran.stdout + ran.stderr)
                self.assertRegex(ran.stdout, r"in #1 +PAUSE 4, 64 octets")
                self.assertRegex(ran.stdout, r"Xoff +PAUSE 4 \(in #1\)")
                self.assertEqual(ran.stdout.count("pause-time [802.3 31B R5, R6]"), findings)
                self.assertIn(f"{findings} findings in ", ran.stdout)

    def test_example_without_arguments_says_how_it_is_called(self) -> None:
        example = pathlib.Path(__file__).parents[3] / "examples/judge_capture.py"
        ran = subprocess.run([sys.executable, example, "my.mac"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertRegex(ran.stderr, r"^usage: .*judge_capture.py PROFILE RECEIVED SENT .*\n$")

    def test_errors_name_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "no.pcap"
            broken.write_text("this is no capture")
            with self.assertRaisesRegex(Error, "no.pcap"):
                Judge("my.mac", profile_text=PROFILE, captures=(str(broken), str(broken)))
            whole = capture(pathlib.Path(folder) / "in.pcap", (2 * US, PAUSE))
            capture(pathlib.Path(folder) / "out.pcap", (3 * US, DATA))
            with self.assertRaisesRegex(Error, "does not say whether its frames end with their FCS"):
                Judge("my.mac", profile_text=PROFILE, captures=(whole, whole.replace("in.pcap", "out.pcap")), controls=["station=00:11:22:33:44:55"])


class Errors(unittest.TestCase):
    def test_profile(self) -> None:
        with self.assertRaisesRegex(Error, "^x.mac:2:"):
            Judge("x.mac", profile_text="pausebench-mac 1\nmad example\n")
        with self.assertRaisesRegex(Error, "nowhere.mac"):
            Judge("nowhere.mac")

    def test_order(self) -> None:
        j = judge()
        j.frame(Wire.SENT, 2 * US, DATA, fcs=False)
        with self.assertRaisesRegex(OrderError, "time goes back"):
            j.frame(Wire.SENT, 1 * US, DATA, fcs=False)
        with self.assertRaisesRegex(OrderError, "without its start"):
            j.end(Wire.SENT, 3 * US, DATA)
        j.finish(9 * US)
        self.assertEqual(j.count, 0, "refused calls had an effect")

    def test_usage(self) -> None:
        j = judge()
        with self.assertRaisesRegex(UsageError, "no control 'stations'"):
            j.control(0, "stations", 1)
        with self.assertRaisesRegex(UsageError, "pm_judge_gmii"):
            j.xgmii(Wire.SENT, 0, 6400, 0, 0)
        j.close()
        calls: list[Callable[[], object]] = [lambda: j.finish(1), lambda: j.count, lambda: j.checks, lambda: j.findings]
        for call in calls:
            with self.assertRaisesRegex(UsageError, "closed"):
                call()


class Names(unittest.TestCase):
    def test_each_function_of_the_header_is_called(self) -> None:
        root = pathlib.Path(__file__).parents[3]
        header = (root / "tb/judge/judge.h").read_text()
        module = pathlib.Path(pausemodel.__file__).read_text()
        functions = set(re.findall(r"^\S.*?\bpm_judge_(\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S), flags=re.M))
        forms = {"open", "open_with_client", "open_with_requests", "open_message", "finding_text", "undecided_text"}  # for languages without structures
        self.assertGreater(len(functions), 20)
        for name in sorted(functions - forms - {"frame"}):
            self.assertTrue(f'"{name}"' in module or f"pm_judge_{name}(" in module, f"pm_judge_{name}")


if __name__ == "__main__":
    unittest.main()
