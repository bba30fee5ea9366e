#!/usr/bin/env bash
# Measures winnable beside Debian's Freecell Solver: the same deals, one thread each, turn by turn, CPU time.
#
#   benches/peers.sh [ROUNDS] [LAST_DEAL]        default: 5 rounds of deals 1..32000
#   WINNABLE=path benches/peers.sh               measures that binary instead of building one
#
# Writes benches/results/DATE.md with the machine, the commands and the raw figures. Machines are noisy and differ, so
# only ratios of the same round mean anything; the script prints the median of those and their range.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5}
last=${2:-32000}

if ! command -v freecell-solver-range-parallel-solve >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install -y freecell-solver-bin >&2
    else
        echo "freecell-solver-bin is missing; as root: apt-get install freecell-solver-bin" >&2
        exit 2
    fi
fi
if [ -z "${WINNABLE:-}" ]; then
    cargo build --release --quiet
    WINNABLE=${CARGO_TARGET_DIR:-target}/release/winnable
    build="$(git rev-parse --short HEAD 2>/dev/null || echo unknown), cargo build --release"
else
    build="a given binary, ${WINNABLE_BUILD:-built elsewhere}"
fi
winnable=$WINNABLE

names=("Freecell Solver lg" "winnable analyze" "winnable analyze --solutions" "winnable bench quick" "… portable code")
commands=(
    "freecell-solver-range-parallel-solve 1 $last $last -l lg"
    "$winnable analyze 1..$last --threads 1 --quiet"
    "$winnable analyze 1..$last --threads 1 --quiet --solutions"
    "$winnable bench 1..$last --quiet --strategy quick"
    "$winnable bench 1..$last --quiet --strategy quick:kernel=portable"
)

# CPU seconds of a command, user and system.
cpu() {
    local TIMEFORMAT='%U %S'
    { time $1 >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}

raw=$(mktemp)
trap 'rm -f "$raw"' EXIT
for ((round = 0; round < rounds; round++)); do
    for ((turn = 0; turn < ${#commands[@]}; turn++)); do
        which=$(((round + turn) % ${#commands[@]}))
        seconds=$(cpu "${commands[$which]}")
        echo "$round $which $seconds" >>"$raw"
        echo "round $((round + 1)): ${names[$which]}: $seconds s" >&2
    done
done

# The median and range of a column of numbers.
spread() { sort -g | awk '{ v[NR] = $1 } END { m = NR % 2 ? v[(NR+1)/2] : (v[NR/2] + v[NR/2+1]) / 2; printf "%.2f (%.2f–%.2f)", m, v[1], v[NR] }'; }

mkdir -p benches/results
out=benches/results/$(date -u +%F).md
{
    echo "# Beside Freecell Solver, $(date -u +'%F %R') UTC"
    echo
    echo "- machine: $(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores, $(awk '/MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo), load $(cut -d' ' -f1-3 /proc/loadavg)"
    echo "- winnable: $build, $(rustc --version)"
    echo "- Freecell Solver: $(dpkg-query -W -f '${Version}' freecell-solver-bin 2>/dev/null || echo unknown)"
    echo "- deals 1..$last, one thread, $rounds rounds, order rotating; CPU seconds, user and system; \`benches/peers.sh $rounds $last\`"
    echo
    echo "| | CPU s, median (range) | times faster than Freecell Solver in the same round |"
    echo "|---|---|---|"
    for which in "${!commands[@]}"; do
        seconds=$(awk -v w="$which" '$2 == w { print $3 }' "$raw" | spread)
        ratio=$(awk -v w="$which" '$2 == 0 { peer[$1] = $3 } $2 == w { own[$1] = $3 } END { for (r in own) print peer[r] / (own[r] > 0 ? own[r] : 0.001) }' "$raw" | spread)
        echo "| ${names[$which]} | $seconds | $ratio |"
    done
    echo
    echo "\`winnable analyze\` verifies every solution, decides every deal (#11982 is proven unwinnable) and writes records;"
    echo "\`winnable bench\` deals, searches and verifies."
    echo
    echo "Commands:"
    echo '```'
    printf '%s\n' "${commands[@]//"$winnable"/winnable}"
    echo '```'
    echo "Raw figures (round, command, CPU seconds):"
    echo '```'
    cat "$raw"
    echo '```'
} >"$out"
sed -n '1,/^$/p; /^|/p' "$out"
echo "written to $out" >&2
