import Foundation
import Hummingbird
import NIOCore

extension HTTPError {
    package static func malformed(_ reason: String) -> HTTPError { HTTPError(.badRequest, message: reason) }
}

extension Request {
    /// Returns the number that a value holds, or else a parameter of the query.
    package func number(_ name: String, _ value: String? = nil, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let value = value ?? uri.queryParameters.get(name) else { return nil }
        guard let number = Int64(value), range.contains(number) else {
            throw HTTPError.malformed("'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Returns the body, a JSON object of at most 64 KiB.
    package func object<T: Decodable>(_ type: T.Type, description: String) async throws -> T {
        let bytes: ByteBufferView
        do {
            bytes = try await body.collect(upTo: 64 * 1024).readableBytesView
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge, message: "The body is larger than 64 KiB.")
        }
        // The decoder would accept UTF-16, which has bytes of 0, and anything at all in members that aren't decoded.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw HTTPError.malformed("The body is not UTF-8.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw HTTPError.malformed("The body must be \(description).")
        }
    }
}
