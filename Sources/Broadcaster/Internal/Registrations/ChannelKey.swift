import Foundation

/// The key of a channel: two are equal if their types are the same and their values are equal.
///
/// `AnyHashable` calls `1` and `UInt8(1)` equal, and takes several times as long to compare two strings.
///
/// Keys are looked up under a lock. The value is hashed before, once, so that a user's `hash(into:)` doesn't run there,
/// and `==` runs only between values whose hashes are equal.
///
/// Each is a ``TypedKey``. `@unchecked` because that holds only a `Sendable` value.
class ChannelKey: Hashable, @unchecked Sendable {
    fileprivate let hashOfValue: Int

    fileprivate init(hashOfValue: Int) { self.hashOfValue = hashOfValue }

    static func == (one: ChannelKey, other: ChannelKey) -> Bool {
        // A stored key is found even if its value, such as a NaN, isn't equal to itself, so it can be removed.
        if one === other { return true }
        guard one.hashOfValue == other.hashOfValue, type(of: one) == type(of: other) else { return false }
        return one.hasEqualValue(other)
    }

    // The keys that most programs have, for which the class of the key needn't be looked up.
    @_specialize(where Key == Int)
    @_specialize(where Key == String)
    static func make<Key: Hashable & Sendable>(_ key: Key) -> ChannelKey {
        if TypeKind(Key.self) == .optional { refuseOptional(Key.self) }
        return TypedKey(key)
    }

    private static func refuseOptional(_ type: Any.Type) -> Never {
        fatalError(
            """
            A '\(typeName(type))' can't be a key, because it is an optional: 'nil' doesn't stand for every key, and an \
            optional is never equal to a key that isn't one. Unwrap it first.
            """)
    }

    final func hash(into hasher: inout Hasher) { hasher.combine(hashOfValue) }

    /// Whether another key of the same type has an equal value.
    fileprivate func hasEqualValue(_ other: ChannelKey) -> Bool { fatalError() }

    /// The key as code, so that the string `"1"` differs from the number `1`, and an empty string shows.
    ///
    /// It names the type unless that is what the code means in Swift, because keys of two types are different keys.
    var description: String { fatalError() }

    /// The type of the value.
    var valueType: Any.Type { fatalError() }
}

private final class TypedKey<Key: Hashable & Sendable>: ChannelKey, @unchecked Sendable {
    private let value: Key

    init(_ value: Key) {
        self.value = value
        super.init(hashOfValue: value.hashValue)
    }

    override fileprivate func hasEqualValue(_ other: ChannelKey) -> Bool {
        unsafeDowncast(other, to: TypedKey.self).value == value
    }

    override var valueType: Any.Type { Key.self }

    override var description: String {
        let code = withoutAddresses(String(reflecting: value))
        if Key.self == Int.self || Key.self == Double.self || Key.self == String.self || Key.self == Bool.self {
            return code
        }
        // Without the module of the standard library, as in code.
        let name = typeName(Key.self).replacingOccurrences(of: "Swift.", with: "")
        let isNamed = code.hasPrefix(name) || code.hasPrefix(typeName(Key.self))
        return isNamed ? code : "\(name)(\(code))"
    }
}
