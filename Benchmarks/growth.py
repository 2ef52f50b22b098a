#!/usr/bin/env python3
"""Measures the growth curves, and draws them: python3 Benchmarks/growth.py

It creates a virtual environment for the plotting library. With --redraw, it draws growth.csv without measuring.
"""
import csv
import os
import subprocess
import sys
import venv
from collections import defaultdict
from pathlib import Path

here = Path(__file__).resolve().parent
environment = here / ".build" / "plot"
python = environment / "bin" / "python"

if Path(sys.prefix) != environment:
    if not python.exists():
        venv.create(environment, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "matplotlib==3.11.*"], check=True)
    os.execv(python, [python, __file__, *sys.argv[1:]])

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "growth"
from matplotlib import pyplot

figures = here / "growth.csv"
if "--redraw" not in sys.argv:
    command = ["swift", "run", "--quiet", "-c", "release", "--package-path", here, "Compare", "growth"]
    figures.write_text(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)

curves = defaultdict(lambda: defaultdict(list))
with figures.open() as lines:
    for line in csv.DictReader(lines):
        curves[line["figure"]][line["series"]].append((int(line["x"]), float(line["y"])))

panels = [
    ("ns per observer", "A synchronous broadcast", "observers", "ns per observer"),
    ("bytes per observer", "Memory", "observers", "bytes per observer"),
    ("ns to register and unregister", "Register and unregister", "others registered", "ns"),
    ("ns by channels", "A broadcast on one of many channels", "channels", "ns"),
]
colors = {
    "Broadcaster": "#d62728", "weak loop": "#222222", "NotificationCenter": "#1f77b4",
    "MainActorMessage": "#17becf", "OpenCombine": "#2ca02c",
}

drawing, axes = pyplot.subplots(2, 2, figsize=(9, 6.4), layout="constrained")
handles = {}
for axis, (figure, title, across, up) in zip(axes.flat, panels):
    for name, points in curves[figure].items():
        ours = name == "Broadcaster"
        handles[name], = axis.plot(
            *zip(*points), color=colors[name], label=name, marker="o", markersize=4 if ours else 3,
            linewidth=2.4 if ours else 1.3, linestyle="--" if name == "weak loop" else "-", zorder=3 if ours else 2)
    axis.set_xscale("log")
    axis.set_ylim(bottom=0)
    axis.set_title(title, fontsize=11)
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.grid(alpha=0.25)
drawing.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=3, frameon=False)
drawing.savefig(here / "growth.svg", metadata={"Date": None})
print(here / "growth.svg")
