/// A value that JSON has as null if there is none, because `Codable` leaves out the key of an optional that is `nil`.
@propertyWrapper
package struct Nullable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Hashable where Value: Hashable {}

/// The compiler calls this for optional properties of this type.
extension KeyedDecodingContainer {
    /// Returns `nil` only if there is no key, where the method of the library does so for null as well.
    func decodeIfPresent<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value>? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}
