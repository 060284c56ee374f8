#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tries the Slurm scripts with a real Slurm on this machine: starts a private munged, slurmctld and slurmd, runs a regression as an array of parts and
# once in one piece, and compares them. It needs root and Debian's packages munge, slurmctld, slurmd and slurm-client, and ends what it has started.
# Usage: ci/slurm/try.sh [PARTS]   Exit status: 0 equal, 1 not equal, 2 Slurm does not work here.
set -euo pipefail
cd "$(dirname "$0")/../.."
parts=${1:-3}
refuse() {
	echo "ci/slurm/try.sh: $*" >&2
	exit 2
}
[ "$(id -u)" -eq 0 ] || refuse "only root can start slurmd; call it with sudo"
for program in munged slurmctld slurmd sbatch; do
	command -v $program > /dev/null || refuse "$program is missing: apt-get install -y --no-install-recommends munge slurmctld slurmd slurm-client"
done
[ -x build/pausebench ] || refuse "build/pausebench is missing; run 'make -s build/pausebench'"

dir=$PWD/build/slurm
rm -rf "$dir"
mkdir -p "$dir"/{state,spool,out}
# The socket of munged must be in a folder that others cannot write, below folders of the same kind.
run=$(mktemp -d /run/pausebench-slurm.XXXXXX)
chmod 755 "$run"
pids=()
end() {
	for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || :; done
	for pid in "${pids[@]}"; do wait "$pid" 2> /dev/null || :; done
	rm -rf "$run"
}
trap end EXIT

host=$(hostname -s)
dd if=/dev/urandom of="$run/munge.key" bs=128 count=1 status=none
chmod 400 "$run/munge.key"
munged --foreground --force --key-file "$run/munge.key" --socket "$run/munge.socket" --pid-file "$run/munged.pid" --log-file "$dir/munged.log" \
	--seed-file "$run/munged.seed" > "$dir/munged.out" 2>&1 &
pids+=($!)
cat > "$dir/slurm.conf" <<END
ClusterName=pausebench
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$run/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$run/slurmctld.pid
SlurmdPidFile=$run/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$dir/slurm.conf
for _ in $(seq 50); do
	[ ! -S "$run/munge.socket" ] || break
	sleep 0.1
done
[ -S "$run/munge.socket" ] || refuse "munged does not start: $(tail -n 1 "$dir/munged.log" "$dir/munged.out" | tail -n 1)"
slurmctld -D > "$dir/slurmctld.out" 2>&1 &
pids+=($!)
slurmd -D > "$dir/slurmd.out" 2>&1 &
pids+=($!)
for _ in $(seq 100); do
	[ "$(sinfo -h -o %t 2> /dev/null)" != idle ] || break
	sleep 0.2
done
[ "$(sinfo -h -o %t 2> /dev/null)" = idle ] || refuse "slurmd does not start: $(tail -n 1 "$dir/slurmd.out")"

options=(--dut bcm5718 --dut i82598 --seeds 1..20 --items 50)
began=$SECONDS
job=$(sbatch --parsable --array=1-"$parts" --output="$dir/part-%a.log" ci/slurm/regress.sbatch build/slurm/out "${options[@]}")
sbatch --wait --dependency=afterany:"$job" --output="$dir/merge.log" ci/slurm/merge.sbatch build/slurm/out > /dev/null ||
	refuse "the merge has failed: $(tail -n 1 "$dir/merge.log" "$dir"/part-*.log)"
took=$((SECONDS - began))
build/pausebench regress "${options[@]}" --out build/slurm/whole --exercised build/slurm/whole/exercised.json > "$dir/whole.log"
status=0
for file in summary.json exercised.json; do
	# times differ
	diff <(sed '/"seconds"/d' "build/slurm/whole/$file") <(sed '/"seconds"/d' "build/slurm/out/merged/$file") || status=1
done
tail -n 1 "$dir/merge.log"
[ $status -ne 0 ] || echo "ci/slurm/try.sh: $(sinfo --version): the merge of $parts parts equals the regression in one piece; the array took $took s"
exit $status
