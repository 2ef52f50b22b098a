import Foundation

let options = Options(CommandLine.arguments.dropFirst())

let store = IndexStore(options.store, library: IndexStoreLibrary(compilers: options.compilers))
let tests = options.tests.map(\.realPath)
let index = Index(
    store, roots: options.roots.map(\.realPath) + tests, excluding: options.isIncludingTests ? [] : tests)
let map = Map(Tracer(ProtocolReader(index: index)), allowing: options.allowed)

switch options.format {
case .text: print(map.text)
case .mermaid: print(map.mermaid)
case .json: print(try map.json())
}
if options.isStrict, !map.problems.isEmpty || !map.unresolved.isEmpty { exit(1) }
