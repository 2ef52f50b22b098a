/// A value that JSON has as null if there is none, because `Codable` leaves out the key of an optional that is `nil`.
///
/// A value that an older version of the program didn't write is `nil`, too.
@propertyWrapper
struct Nullable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

/// The compiler calls these for properties of this type.
extension KeyedDecodingContainer {
    func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }

    /// Returns `nil` only if there is no key, where the method of the library does so for null as well.
    func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
