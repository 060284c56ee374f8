# SPDX-License-Identifier: Apache-2.0
"""Judges what a MAC received and sent, two captures without FCS, and prints the story: PROFILE RECEIVED SENT CONTROL=VALUE..."""
import sys

from pausemodel import Error, Judge

if len(sys.argv) < 4:
    print(f"usage: {sys.argv[0]} PROFILE RECEIVED SENT [CONTROL=VALUE...]", file=sys.stderr)
    sys.exit(2)
profile, received, sent, *controls = sys.argv[1:]
try:
    with Judge(profile, captures=(received, sent), controls=controls, fcs="absent", story=True) as judge:
        print(judge.story(40))
        for finding in judge.findings:
            print(f"{finding.rule} [{finding.document}]\n  {finding.sentence}\n  {finding.why}")
        print(f"{judge.count} findings in {judge.checks} checks")
        sys.exit(judge.count > 0)
except Error as error:
    print(error, file=sys.stderr)
    sys.exit(2)
