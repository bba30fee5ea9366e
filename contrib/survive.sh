# What the tests of all recipes share; source it. A recipe is tested on one machine: 64 parts of a range, two workers, one of
# them killed with SIGKILL twice in mid-run. Afterwards every part must be there, the folder must be byte for byte that of
# one undisturbed run, and no more may have been done twice than what the killed worker had in hand.
set -euo pipefail
winnable=${WINNABLE:-$(command -v winnable || true)}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
for build in release debug; do
  if [ -z "$winnable" ] && [ -x "$root/target/$build/winnable" ]; then winnable=$root/target/$build/winnable; fi
done
[ -n "$winnable" ] || { echo "no winnable: build it, or say where it is with WINNABLE=…" >&2; exit 2; }
export winnable
parts=64 deals=${DEALS:-4000}
export parts range=1..$((parts * deals)) deals
work=$(mktemp -d)
export work data=$work/data
kids=()
# Ends what this test started, by process id.
cleanup() { for pid in "${kids[@]:-}"; do [ -z "$pid" ] || kill_tree "$pid"; done; rm -rf "$work"; }
trap cleanup EXIT
say() { echo "$(basename "$(dirname "$0")"): $*"; }

# One part of the work. Recipes call this; it notes every start, so that work done twice can be counted.
cat > "$work/task" <<'TASK'
#!/bin/sh
echo "$1" >> "$work/started"
exec "$winnable" analyze "$range" --part-deals "$deals" --part-seconds 0 --shard "$1/$parts" \
  --out "$data" --format parquet --resume --threads 1 --quiet
TASK
chmod +x "$work/task"

# A process and all that it started, killed as a machine that loses its power kills them.
kill_tree() { kill_each "$1"; wait "$1" 2>/dev/null || true; }
kill_each() {
  local pid=$1 child
  kill -STOP "$pid" 2>/dev/null || return 0
  for child in $(pgrep -P "$pid" || true); do kill_each "$child"; done
  kill -KILL "$pid" 2>/dev/null || true
}

# Parts that are there.
count() { find "$data" -name 'part-*.parquet' 2>/dev/null | wc -l; }

# Waits until so many parts are there, so that a kill comes in mid-run.
wait_for_parts() {
  local until=$((SECONDS + ${PATIENCE:-300}))
  while [ "$(count)" -lt "$1" ]; do
    [ "$SECONDS" -lt "$until" ] || { say "only $(count) parts after a long wait" >&2; exit 1; }
    sleep 0.05
  done
}

# What one undisturbed run writes.
reference() {
  "$winnable" analyze "$range" --part-deals "$deals" --part-seconds 0 --out "$work/reference" --format parquet --quiet
}

# Everything there, the same bytes, and little done twice. $1: tasks that kills may have interrupted.
verdict() {
  [ "$(count)" = "$parts" ] || { say "$(count) of $parts parts" >&2; exit 1; }
  # A killed process may leave its private file behind; the next one to open the folder removes it.
  "$winnable" analyze "$range" --part-deals "$deals" --part-seconds 0 --out "$data" --format parquet --resume --quiet
  diff -r "$work/reference" "$data" || { say "the dataset differs from that of one run" >&2; exit 1; }
  local started; started=$(wc -l < "$work/started")
  [ "$started" -le $((parts + $1)) ] || { say "$started tasks were started for $parts parts" >&2; exit 1; }
  [ "$started" -gt "$parts" ] || { say "no task was interrupted: the kills came too late" >&2; exit 1; }
  say "survived: $parts parts, $started tasks started, ${SECONDS} s"
}
