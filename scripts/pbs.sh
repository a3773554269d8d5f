#!/bin/bash
# PBS Professional, OpenPBS: ten shares of an experiment. (Torque: -t 0-9 and
# PBS_ARRAYID in place of -J 0-9 and PBS_ARRAY_INDEX.)
#
#   CGO_ENABLED=0 go build ./cmd/fbp
#   qsub scripts/pbs.sh                                   # prints the job's number
#   qsub -W depend=afterany:NUMBER -- "$PWD/fbp" collect "$PWD/results/alpha05"
#
# At its time limit a job gets SIGTERM and stops within five seconds (exit code
# 75); submitted again, it continues where it stopped.
#PBS -N alpha05
#PBS -J 0-9
#PBS -r y
#PBS -l select=1:ncpus=1:mem=300mb
#PBS -l walltime=01:00:00
#PBS -j oe
cd "$PBS_O_WORKDIR" || exit 1
trap 'kill -TERM $!' TERM USR1
./fbp run configs/alpha05.toml -j "${NCPUS:-1}" --shard "$PBS_ARRAY_INDEX/10" &
wait $! || wait $!
