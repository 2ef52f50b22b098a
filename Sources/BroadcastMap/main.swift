import Foundation

let options = Options(CommandLine.arguments.dropFirst())
let (roots, tests) = (options.roots.map(\.realPath), options.tests.map(\.realPath))

let path = options.indexStore ?? DerivedData.indexStore(in: options.derivedData!, of: roots)
let store = IndexStore(path, compilers: options.compilers)
let index = Index(store, roots: roots + tests, excluding: options.isIncludingTests ? [] : tests)
if !index.missingFiles.isEmpty { warn("note: not in the index: \(index.missingFiles.joined(separator: ", "))") }

let reader: any ChannelReader =
    options.isOfNotifications ? NotificationReader(index: index) : ProtocolReader(index: index)
let map = Map(Tracer(reader), allowing: options.allowed, filters: options.filters)
switch options.format {
case .text: print(map.text)
case .mermaid: print(map.mermaid)
case .json: print(try map.json(package: options.package))
case .html: print(try map.html(package: options.package, link: options.link))
}
if options.isStrict, !map.problems.isEmpty || !map.unresolved.isEmpty { exit(1) }
