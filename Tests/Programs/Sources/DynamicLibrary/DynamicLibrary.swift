import Foundation

/// Loads a library that lies beside the program, and returns a function of it.
public func function<Function>(_ name: String, ofLibrary library: String, as type: Function.Type) -> Function {
    #if canImport(Darwin)
        let file = "lib\(library).dylib"
    #else
        let file = "lib\(library).so"
    #endif
    let path = Bundle.main.bundleURL.appendingPathComponent(file).path
    guard let handle = dlopen(path, RTLD_NOW), let symbol = dlsym(handle, name) else {
        fatalError(String(cString: dlerror()))
    }
    return unsafeBitCast(symbol, to: type)
}
