import Foundation
import Testing

@testable import Chat

@Suite("Requests of other pages", .timeLimit(.minutes(10)))
struct OriginTests {
    @Test(
        "A post must say that it is JSON", arguments: ["text/plain", "application/x-www-form-urlencoded", "", "json"])
    func contentType(type: String) async throws {
        try await withServer { server in
            let client = server.client
            let answer = try await client.post("x", headers: ["Content-Type": type])
            #expect(answer.status == 415)
            #expect(try await client.messages() == [])
            let json = ["Content-Type": "Application/JSON; charset=utf-8"]
            #expect(try await client.post("x", headers: json).status == 201)
        }
    }

    @Test("A page of another site is refused, and the chat's own is served")
    func origin() async throws {
        try await withServer { server in
            let client = server.client
            let own = "127.0.0.1:\(client.port)"
            for headers in [
                ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example", "Host": own], ["Origin": "null"],
                ["Origin": "http://127.0.0.1:1", "Host": own],
                ["Origin": "http://evil.example", "Sec-Fetch-Site": "none"],
            ] {
                #expect(try await client.post("x", headers: headers).status == 403, "\(headers)")
                #expect(
                    try await client.send(.GET, "/rooms/lobby/events", headers: headers).status == 403, "\(headers)")
            }
            #expect(try await client.messages() == [])
            for headers in [
                ["Origin": "http://\(own)", "Host": own, "Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
                [:],
            ] {
                #expect(try await client.post("x", headers: headers).status == 201, "\(headers)")
            }
            let link = try await client.send(.GET, "/", headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(link.status == 200, "a link on another site leads to the page")
        }
    }

    @Test("A host name that isn't the chat's is refused")
    func host() async throws {
        try await withServer { configuration in
            configuration.hostNames = ["chat.example"]
        } _: { server in
            let client = server.client
            for host in ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "x"] {
                let page = try await client.send(.GET, "/", headers: ["Host": host])
                #expect(page.status == 421, "\(host)")
                #expect(try await client.post("x", headers: ["Host": host]).status == 421, "\(host)")
            }
            for host in ["localhost", "LocalHost:8080", "127.0.0.1", "192.0.2.1:80", "[::1]:8080", "Chat.example:443"] {
                #expect(try await client.send(.GET, "/health", headers: ["Host": host]).status == 200, "\(host)")
            }
        }
    }

    @Test("The channels are shown only if an option asks for it")
    func channels() async throws {
        try await withServer { server in
            let answer = try await server.client.send(.GET, "/channels")
            #expect(answer.status == 404)
        }
    }
}
