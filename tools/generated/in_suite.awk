# SPDX-License-Identifier: Apache-2.0
# Is the run that killed, NAME and HASH of a line of the journal, in the suite: of the seeds up to SEEDS, or a file with this content (HAVE)?
function in_suite(name, hash) { return hash == "seed" ? substr(name, 6) + 0 <= seeds + 0 : (name " " hash) in have }
