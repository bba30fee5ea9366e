# %% [markdown]
# # Two plots from a Parquet file
# A notebook-style script: every `# %%` is a cell for Jupyter, VS Code or Spyder, and it runs as a program too:
#
#     python examples/two_plots.py [RANGE] [FOLDER]
#
# It needs `pip install matplotlib`, and for a progress bar `tqdm`.

# %%
import json
import pathlib
import sys

import matplotlib

if __name__ == "__main__" and "ipykernel" not in sys.modules:
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pyarrow.compute as pc

import winnable

arguments = [] if "ipykernel" in sys.modules else sys.argv[1:]
deals = arguments[0] if arguments else "1..20000"
folder = pathlib.Path(arguments[1] if len(arguments) > 1 else ".")
path = folder / "freecell.parquet"

# %% [markdown]
# ## Solve once, keep the file
# The table goes into a Parquet file together with the rules and limits that made it. Later runs read it back.

# %%
if not path.exists():
    winnable.write_parquet(winnable.analyze(deals), path)
table = winnable.read_parquet(path)
made_by = json.loads(table.schema.metadata[b"winnable.run"])
print(made_by["game"], "with limits", made_by["limits"])
print(table["verdict"].value_counts().to_pylist())

# %% [markdown]
# ## How long are solutions?

# %%
won = table.filter(pc.equal(table["verdict"], "winnable"))
lengths = won["moves"].to_numpy()
figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
axes.hist(lengths, bins=range(int(lengths.min()), int(lengths.max()) + 2), color="#2a6f97", align="left")
axes.axvline(lengths.mean(), color="#d1495b", linewidth=1.5, label=f"mean {lengths.mean():.1f} moves")
axes.set_xlabel("moves in the first solution found")
axes.set_ylabel("deals")
axes.set_title(f"FreeCell: lengths of {len(lengths):,} solutions")
axes.legend(frameon=False)
axes.spines[["top", "right"]].set_visible(False)
figure.savefig(folder / "lengths.png", dpi=150)

# %% [markdown]
# ## How much work are deals?
# States expanded for each deal, from the easiest to the hardest: most are easy, and a few take a hundred times the median.

# %%
states = sorted(table["states"].to_pylist())
share = [(i + 1) / len(states) for i in range(len(states))]
figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
axes.plot(states, share, color="#2a6f97", linewidth=2)
axes.set_xscale("log")
axes.set_ylim(0, 1.02)
for level in (0.5, 0.9, 0.99):
    at = states[min(len(states) - 1, int(level * len(states)))]
    axes.plot([at], [level], "o", color="#d1495b")
    axes.annotate(f"{level:.0%}: {at:,} states", (at, level), textcoords="offset points", xytext=(10, -12))
axes.set_xlabel("states expanded")
axes.set_ylabel("share of deals decided")
axes.set_title(f"FreeCell: effort for {len(states):,} deals")
axes.spines[["top", "right"]].set_visible(False)
figure.savefig(folder / "effort.png", dpi=150)
print("wrote", folder / "lengths.png", "and", folder / "effort.png")
