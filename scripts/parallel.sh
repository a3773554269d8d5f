#!/bin/bash
# GNU parallel: an experiment on several machines that share this folder. Give
# their names, user@host or host, as arguments; without any, this machine.
#
#   CGO_ENABLED=0 go build ./cmd/fbp
#   scripts/parallel.sh configs/alpha05.toml node1 node2
#
# Started again, it continues where it stopped, whatever was killed.
set -euo pipefail
config=$1
shift
hosts=()
for host in "$@"; do hosts+=(--sshlogin "1/$host"); done
shares=${SHARES:-$(($# > 1 ? 4 * $# : 4))}
jobs=()
[ $# -gt 0 ] || jobs=(--jobs 1)
parallel --workdir . --line-buffer --tag --retries 3 ${hosts[@]+"${hosts[@]}"} ${jobs[@]+"${jobs[@]}"} \
	./fbp run "$config" --out "results/$(basename "$config" .toml)" --shard "{}/$shares" ::: $(seq 0 $((shares - 1)))
./fbp collect "results/$(basename "$config" .toml)"
