#!/usr/bin/env python3
"""Prints what the library adds to a program, and what a call of each verb adds: python3 Benchmarks/size.py

Bytes of machine code and tables, in a release build, which depend on the compiler and the processor architecture alone.
It fails if a figure is above its limit; with another compiler than that of the limits, it only prints.
"""
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
limits_hold_for = ("6.3.1", "Linux", "x86_64")

limits = {
    "the library, in a program with one channel": 234_000,
    "`register`": 26,
    "`unregister`": 26,
    "`notify`": 113,
    "`notify(for:)`": 199,
    "`notify(on:)`": 106,
    "`observers(of:)` and `forEach`": 38,
    "`observe` with an owner": 64,
    "`set.forEach`": 38,
    "`set.notify`": 156,
    "`delegates.invoke`": 38,
    "`delegates.notify`": 160,
}

calls = {
    "`register`": "Broadcaster.register(P{0}.self, observer: observer)",
    "`unregister`": "Broadcaster.unregister(P{0}.self, observer: observer)",
    "`notify`": "Broadcaster.notify(P{0}.self) {{ $0.call{0}({1}) }}",
    "`notify(for:)`": "Broadcaster.notify(P{0}.self, for: {1}) {{ $0.call{0}({1}) }}",
    "`notify(on:)`": "Broadcaster.notify(P{0}.self, on: queue) {{ $0.call{0}({1}) }}",
    "`observers(of:)` and `forEach`": "Broadcaster.observers(of: P{0}.self).forEach {{ $0.call{0}({1}) }}",
    "`observe` with an owner": "Broadcaster.observe(M{0}.self, owner: observer) {{ $0.count(Int($1.number) + {1}) }}",
    "`set.forEach`": "sets.{0}.forEach {{ $0.call{0}({1}) }}",
    "`set.notify`": "sets.{0}.notify {{ $0.call{0}({1}) }}",
    "`delegates.invoke`": "delegates.{0}.invoke {{ $0.call{0}({1}) }}",
    "`delegates.notify`": "delegates.{0}.notify {{ $0.call{0}({1}) }}",
}

PROTOCOLS = 20

declarations = "import Broadcaster\nimport Dispatch\n" + "".join(
    f"""
protocol P{n}: AnyObject, Sendable {{ func call{n}(_ number: Int) }}
struct M{n}: Broadcaster.SendableMessage {{
    let number: Int
    func send(to observer: any P{n}) {{ observer.call{n}(number) }}
    static func makeObserver(_ receive: @escaping @Sendable (M{n}) -> Void) -> any P{n} {{ fatalError() }}
}}
"""
    for n in range(PROTOCOLS)
) + f"""
final class Observer: {", ".join(f"P{n}" for n in range(PROTOCOLS))} {{
    func count(_ number: Int) {{}}
{"".join(f"    func call{n}(_ number: Int) {{}}{chr(10)}" for n in range(PROTOCOLS))}}}
struct Sets: Sendable {{
{"".join(f"    let s{n} = WeakObjectSet<any P{n}>(){chr(10)}" for n in range(PROTOCOLS))}}}
@MainActor struct Delegates {{
{"".join(f"    let s{n} = MulticastDelegate<any P{n}>(){chr(10)}" for n in range(PROTOCOLS))}}}
let observer = Observer()
let sets = Sets()
@MainActor let delegates = Delegates()
let queue = DispatchQueue(label: "queue")
"""

program = """import Dispatch
protocol P: AnyObject { func call() }
final class Observer: P { func call() {} }
let observer = Observer()
"""
broadcast = "Broadcaster.register((any P).self, observer: observer)\nBroadcaster.notify((any P).self) { $0.call() }\n"


def run(*command):
    ran = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    if ran.returncode != 0:
        sys.exit(f"'{command[0]}' failed.")
    return ran.stdout


def text(file):
    """The bytes of code, tables, and relocations of an object or of a program."""
    return int(run("size", file).splitlines()[1].split()[0])


def of_call(call, folder, options):
    """What one more call adds to a module that calls the verb with each of some protocols already."""
    sizes = []
    for count in (10, 20):
        source = folder / "Calls.swift"
        functions = []
        for number in range(PROTOCOLS * count):
            n = number % PROTOCOLS
            code = call.format(n, number).replace(f"sets.{n}.", f"sets.s{n}.").replace(f"delegates.{n}.", f"delegates.s{n}.")
            functions.append(f"@MainActor public func call{number}() {{ {code} }}\n")
        source.write_text(declarations + "".join(functions))
        run("swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-module-name", "Calls", *options, "-c", source,
            "-o", folder / "Calls.o")
        sizes.append(text(folder / "Calls.o"))
    # A function without a call takes bytes, too.
    return (sizes[1] - sizes[0]) / (PROTOCOLS * 10)


def objects_of_library(products):
    # Not all that are there, because those of files that were removed stay.
    files = json.loads((products / "Broadcaster.build" / "output-file-map.json").read_text())
    swift = [file["object"] for source, file in files.items() if source.endswith(".swift")]
    return sorted(swift) + sorted(products.glob("BroadcasterAtomics.build/*.o"))


def of_library(folder, products, options):
    """What the library adds to a program that uses one channel, without what the linker leaves out."""
    sizes = []
    for name, source, objects in [
        ("Bare", program, []),
        ("One", "import Broadcaster\n" + program + broadcast,
         objects_of_library(products)),
    ]:
        (folder / "main.swift").write_text(source)
        run("swiftc", "-O", "-swift-version", "6", "-module-name", name, *options, folder / "main.swift", *objects,
            "-Xlinker", "--gc-sections", "-o", folder / name)
        run("strip", folder / name)
        sizes.append(text(folder / name))
    return sizes[1] - sizes[0]


version = re.search(r"Swift version (\S+)", run("swiftc", "--version")).group(1)
holds = (version, platform.system(), platform.machine()) == limits_hold_for
# The package of the benchmarks has the library's objects, too.
build = ["swift", "build", "--package-path", root / "Benchmarks", "--configuration", "release"]
print(run(*build), file=sys.stderr)
products = Path(run(*build, "--show-bin-path").strip())
# The library is imported together with its C target.
options = ["-I", products / "Modules", "-Xcc", f"-fmodule-map-file={products}/BroadcasterAtomics.build/module.modulemap"]
broken = 0
print("| bytes | measured | limit |\n| --- | --- | --- |")
with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    figures = {"the library, in a program with one channel": of_library(folder, products, options)}
    for verb, call in calls.items():
        figures[verb] = of_call(call, folder, options)
for name, figure in figures.items():
    above = figure - limits[name]
    cell = f"**{figure:,.0f}** ({above:,.0f} above)" if above > 0 else f"{figure:,.0f}"
    print(f"| {name} | {cell} | {limits[name]:,} |")
    broken += above > 0
if not holds:
    print(f"\nThe limits hold for Swift {', '.join(limits_hold_for)}, and this is {version}.")
elif broken:
    sys.exit(f"\n{broken} of the figures are above their limits.")
