import Foundation

/// Says why a message is refused: it breaks a rule of form, or the moderators object.
package enum Refusal: Error {
    case malformed(String)
    case objection(String)
}

/// Checks the name of a room or a person, and returns it in its one canonical form.
///
/// An accented letter may be one scalar or two. Strings that differ only in that are equal in Swift, but not in a
/// database. Names that look the same must be the same, so a name has no invisible characters, and no white space at
/// its ends. The script of the page does the same.
package func checkedName(_ name: String, of field: String) throws -> String {
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw Refusal.malformed("The \(field) has a control character.")
    }
    var visible = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
        if !isInvisible(scalar) || isJoiner(scalar) && visible.last.map(isEmoji) == true { visible.append(scalar) }
    }
    let name = String(visible).trimmingCharacters(in: .whitespacesAndNewlines)
    try check(name, of: field, longest: 64)
    return name
}

/// Checks that a value is visible, and bounded.
func check(_ value: String, of field: String, longest: Int) throws {
    guard !value.allSatisfy(\.isWhitespace) else {
        throw Refusal.malformed("The \(field) is empty.")
    }
    // Scalars, because a single `Character` may be of any size.
    guard value.unicodeScalars.count <= longest else {
        throw Refusal.malformed("The \(field) is longer than \(longest) characters.")
    }
    guard !value.unicodeScalars.contains("\0") else {
        throw Refusal.malformed("The \(field) has a NUL.")
    }
}

private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    // The last is a pattern of Braille without a dot.
    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
        || scalar == "\u{2800}"
}

/// Tells whether a scalar joins emoji to one, or chooses their colored form.
private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200D}" || scalar == "\u{FE0F}" }

private func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || scalar.properties.isEmoji && !scalar.isASCII
}
