#!/bin/sh
# One task of an array: sbatch --array=1-N --requeue array.sh RANGE N DIR [options of analyze]
range=$1 shards=$2 out=$3
shift 3
exec winnable analyze "$range" --shard "$SLURM_ARRAY_TASK_ID/$shards" --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --out "$out" --format parquet --resume --quiet "$@"
