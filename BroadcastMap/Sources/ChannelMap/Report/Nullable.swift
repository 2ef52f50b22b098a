/// A value that JSON has as null if there is none, because `Encodable` leaves out the key of an optional that is `nil`.
@propertyWrapper
package struct Nullable<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Hashable where Value: Hashable {}
