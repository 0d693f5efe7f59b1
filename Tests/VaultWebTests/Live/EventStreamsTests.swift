import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

@Suite(.serialized) struct EventStreamsTests {
  private let web: WebUnderTest

  init() throws { web = try WebUnderTest(["Home.md": "# Home\n"]) }

  /// The pieces of a stream, one after the other. Somebody has looked at a page before.
  private func listen(_ target: String = "/events", lastID: String? = nil) async throws
    -> AsyncStream<[UInt8]>.AsyncIterator
  {
    _ = try await stamp()
    let response = await web.ask(.get, target, fields: lastID.map { [("last-event-id", $0)] } ?? [])
    #expect(response.status == 200 && response["content-type"] == MediaType.events)
    #expect(response["cache-control"] == "no-store")
    guard case .stream(let stream) = response.body else { throw NoStream() }
    return stream.makeAsyncIterator()
  }

  private struct NoStream: Error {}

  /// The next piece that says something: on a busy machine the signs of life, one in fifteen seconds, come between.
  private func next(_ pieces: inout AsyncStream<[UInt8]>.AsyncIterator) async -> String {
    while let piece = await pieces.next() {
      if piece.first != UInt8(ascii: ":") { return String(decoding: piece, as: UTF8.self) }
    }
    return ""
  }

  /// The stamp that a page of the vault has.
  private func stamp() async throws -> String {
    String(try #require(await web.page("/").text.firstMatch(of: /data-stamp="([^"]+)"/)).1)
  }

  /// The first piece that says so; a stream that ends says nothing.
  private func wait(for text: String, _ pieces: inout AsyncStream<[UInt8]>.AsyncIterator) async -> String {
    while true {
      let piece = await next(&pieces)
      if piece.isEmpty || piece.contains(text) { return piece }
    }
  }

  /// A stream of a server that watches: its first look is over.
  private func settled() async throws -> AsyncStream<[UInt8]>.AsyncIterator {
    var pieces = try await listen()
    try web.folder.write("# Before\n", to: "vault/Before.md")
    #expect(await wait(for: "event: changed", &pieces).isEmpty == false)
    try web.folder.write("# First\n", to: "vault/First.md")
    #expect(await wait(for: "First.md", &pieces).contains("event: changed\n"))
    return pieces
  }

  @Test func whatChangesIsToldWithItsPaths() async throws {
    var pieces = try await settled()
    try web.folder.write("# New\n", to: "vault/New.md")
    let event = await next(&pieces)
    #expect(event.contains("event: changed\n") && event.contains("\"paths\":[\"New.md\"],\"total\":1"))
    let id = try #require(event.firstMatch(of: /id: ([0-9]+)\n/)).1
    #expect(event.contains("\"generation\":\(id)"))
  }

  @Test func whoComesBackIsToldWhatWasMissed() async throws {
    _ = try await settled()
    var strange = try await listen(lastID: "7")
    #expect(await next(&strange) == "retry: 2000\n\n")
    let missed = await next(&strange)
    let id = try #require(missed.firstMatch(of: /id: ([0-9]+)\nevent: changed\ndata: .*"total":null/)).1
    // Whoever has heard the last one is told the next.
    var known = try await listen(lastID: String(id))
    _ = await next(&known)
    try web.folder.write("# New\n", to: "vault/New.md")
    #expect(await next(&known).contains("New.md"))
  }

  @Test func whatCameBetweenAPageAndItsStreamIsTold() async throws {
    _ = try await settled()
    let shown = try await stamp()
    var same = try await listen("/events?after=\(shown)")
    _ = await next(&same)
    try web.folder.write("# New\n", to: "vault/New.md")
    #expect(await next(&same).contains("New.md"), "what a page shows already is not told again")
    var late = try await listen("/events?after=\(shown)")
    _ = await next(&late)
    #expect(await next(&late).contains("\"total\":null"))
    let now = try await stamp()
    #expect(now != shown)
  }

  @Test func manyPathsAreOnlyCounted() async throws {
    var pieces = try await settled()
    for number in 0..<150 { try web.folder.write("# \(number)\n", to: "vault/Many/\(number).md") }
    var (told, total) = (0, 0)
    while total < 150 {
      let event = await wait(for: "event: changed", &pieces)
      told = max(told, event.split(separator: ".md\"").count - 1)
      total += try #require(
        event.firstMatch(of: /"total":([0-9]+)/).flatMap { Int($0.1) }, "all may have changed, it says")
    }
    #expect(told <= 100)
  }

  @Test func theEndEndsTheStreams() async throws {
    var pieces = try await listen()
    _ = await next(&pieces)
    web.application.endStreams()
    #expect(await pieces.next() == nil)
    var late = try await listen()
    #expect(await late.next() == nil)
  }

  @Test func eventsAreOnlyRead() async {
    #expect(await web.ask(.post, "/events").status == 405)
  }
}
