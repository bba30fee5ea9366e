#!/usr/bin/env python3
"""A dataset on a Dask cluster: every shard is a task that starts `winnable`."""

import argparse
import subprocess

from dask.distributed import Client, as_completed


def shard(command, index, count):
    """One shard. What is there already is skipped, so doing it twice does no harm."""
    subprocess.run([part.replace("{}", f"{index}/{count}") for part in command], check=True)
    return index


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scheduler", help="address of the scheduler, like tcp://HOST:8786")
    parser.add_argument("range", help="the deals, like 1..8000000000")
    parser.add_argument("out", help="the folder of the dataset, which every worker sees")
    parser.add_argument("--shards", type=int, default=1024, help="tasks; more than workers, so that hard stretches even out")
    parser.add_argument("--winnable", default="winnable", help="the program on the workers")
    parser.add_argument("--task", help="a command to run instead; {} becomes I/N (for the test)")
    args, more = parser.parse_known_args()
    command = [args.task, "{}"] if args.task else [
        args.winnable, "analyze", args.range, "--shard", "{}", "--out", args.out, "--format", "parquet", "--resume", "--quiet", *more]
    with Client(args.scheduler) as client:
        # Not pure: the result is files, not the return value.
        tasks = client.map(shard, [command] * args.shards, range(1, args.shards + 1), [args.shards] * args.shards, pure=False, retries=3)
        done = as_completed(tasks)
        # A result stays on its worker for as long as somebody here holds the task, and is made again when that worker dies.
        del tasks
        for task in done:
            task.result()
            task.release()


if __name__ == "__main__":
    main()
