// A program that links Broadcaster, and loads a plug-in that links it once more.

import Broadcaster
import Foundation
import StandardError

protocol Update {}

#if canImport(Darwin)
    let library = "libPlugin.dylib"
#else
    let library = "libPlugin.so"
#endif
let path = Bundle.main.bundleURL.appendingPathComponent(library).path
guard let plugin = dlopen(path, RTLD_NOW), let symbol = dlsym(plugin, "notifyFromPlugin") else {
    fatalError(String(cString: dlerror()))
}
let notifyFromPlugin = unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)

let standardError = StandardError()
Broadcaster.notify(Update.self) { _ in }
notifyFromPlugin()
Broadcaster.notify(Update.self) { _ in }
notifyFromPlugin()
let warnings = standardError.rest().components(separatedBy: "two copies of the library").count - 1
precondition(warnings == 1, "the second copy is reported \(warnings) times")
