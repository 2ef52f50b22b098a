import Hummingbird
import HTTPTypes
import NIOCore

/// Refuses requests for another host, against DNS rebinding: another site's page whose host name is changed to lead
/// here could otherwise do all that the server's own page can.
///
/// IP addresses, and names that only this machine knows, can't be rebound.
package struct KnownHosts<Context: RequestContext>: RouterMiddleware {
    private let names: Set<String>

    package init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, isKnown(authority) else {
            throw HTTPError(.misdirectedRequest, message: "This host is not served here. --host-name allows it.")
        }
        return try await next(request, context)
    }

    private func isKnown(_ authority: String) -> Bool {
        let isBracketed = authority.hasPrefix("[")
        let name = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return names.contains(name.lowercased()) || (try? SocketAddress(ipAddress: String(name), port: 0)) != nil
    }
}

/// Refuses requests that the page of another site makes, and posts that such a page could make without being asked.
package struct OwnPageOnly<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let origin = request.headers[.origin].map { $0.split(separator: "/").last?.lowercased() }
        guard request.headers[HTTPField.Name("Sec-Fetch-Site")!] != "cross-site",
            origin == nil || origin == request.head.authority?.lowercased()
        else {
            throw HTTPError(.forbidden, message: "This is for the chat's own page.")
        }
        if request.method == .post {
            let type = request.headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard type?.lowercased() == "application/json" else {
                throw HTTPError(.unsupportedMediaType, message: "The Content-Type must be application/json.")
            }
        }
        return try await next(request, context)
    }
}
