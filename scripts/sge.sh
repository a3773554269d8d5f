#!/bin/bash
# Grid Engine (SGE, UGE, Open Cluster Scheduler): ten shares of an experiment.
#
#   CGO_ENABLED=0 go build ./cmd/fbp
#   qsub scripts/sge.sh                                   # prints the job's number
#   qsub -hold_jid NUMBER -cwd -b y ./fbp collect results/alpha05
#
# SIGUSR1 comes before the limits of time (-notify); the program stops within
# five seconds with exit code 75. 99 requeues the job.
#$ -N alpha05
#$ -cwd
#$ -t 1-10
#$ -tc 5
#$ -r y
#$ -notify
#$ -l h_rt=1:00:00
#$ -o results/ -j y
trap : USR1 USR2 TERM # the shell gets them too, and has to outlive them
./fbp run configs/alpha05.toml -j "${NSLOTS:-1}" --shard "$((SGE_TASK_ID - 1))/10"
code=$?
[ $code = 75 ] && exit 99
exit $code
