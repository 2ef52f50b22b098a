import Foundation

extension Symbol {
    package var baseName: String { String(name.prefix { $0 != "(" }) }

    /// The labels of the arguments, `_` for none: the parts of the selector if it has no name in Swift.
    package var labels: [Substring] {
        let isSelector = usr.hasPrefix("c:objc") && name == baseName
        let parts = (isSelector ? name[...] : name.dropFirst(baseName.count + 1)).split(separator: ":")
        return isSelector ? (name.hasSuffix(":") ? parts : []) : parts.dropLast()
    }

    /// Returns the position of the first parameter with one of these labels.
    package func position(labeled labels: Substring...) -> Int? { self.labels.firstIndex(where: labels.contains) }

    /// The property of an accessor, whose name the source has, or this declaration.
    package var propertyOrSelf: Symbol { parent.flatMap { $0.kind.isProperty ? $0 : nil } ?? self }

    /// The name with those of the types around it, such as `Inbox.receive(_:)`.
    package var path: String { (propertyOrSelf.parent.map { "\($0.path)." } ?? "") + propertyOrSelf.name }

    /// The name with its module, and with the type of a function or a property, such as `Mail.Inbox.title : String`.
    var demangledName: String {
        typealias Buffer = UnsafeMutablePointer<CChar>?
        typealias Demangle = @convention(c) (UnsafePointer<CChar>, Int, Buffer, Buffer, UInt32) -> Buffer
        let mangled = "$s" + usr.dropFirst(2)
        let demangle = unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "swift_demangle"), to: Demangle.self)
        guard usr.hasPrefix("s:"), let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else {
            // A declaration for Objective-C, such as `c:@M@Mail@objc(cs)Inbox`, or one of another language.
            let parts = usr.components(separatedBy: "@")
            return parts.count > 2 && parts[1] == "M" ? "\(parts[2]).\(path)" : path
        }
        // Without the marks of private declarations and of extensions in other modules.
        let marks = #"\((\S+) in _[0-9A-F]+\)|\(extension in \S+\):"#
        return String(cString: text).withPlainSpaces
            .replacingOccurrences(of: marks, with: "$1", options: .regularExpression)
    }
}

extension String {
    /// The text with the spaces of the source, which the compiler replaces in names by others that don't break a line.
    var withPlainSpaces: String { replacingOccurrences(of: "\u{A0}", with: " ") }
}
