// A program that links Broadcaster, and loads a plug-in that links it once more.

import Broadcaster
import DynamicLibrary
import Foundation
import StandardError

protocol Update {}

let notifyFromPlugin = function("notifyFromPlugin", ofLibrary: "Plugin", as: (@convention(c) () -> Void).self)

/// How often a second copy is reported while `work` runs.
func warnings(during work: () -> Void) -> Int {
    let standardError = StandardError()
    work()
    return standardError.rest().components(separatedBy: "two copies of the library").count - 1
}

let warningsOfHost = warnings { Broadcaster.notify(Update.self) { _ in } }
let warningsOfPlugin = warnings {
    notifyFromPlugin()
    Broadcaster.notify(Update.self) { _ in }
    notifyFromPlugin()
}
precondition(warningsOfHost == 0, "the first copy reports itself")
precondition(warningsOfPlugin == 1, "the second copy is reported \(warningsOfPlugin) times")
