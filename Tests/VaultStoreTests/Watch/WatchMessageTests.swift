import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct WatchMessageTests {
  static let replies: [WatchReply] = [
    .state(
      WatchedState(
        fingerprint: .max, identity: -3, generation: 7,
        problems: [ScanProblem(.tooDeep, NotePath(bytes: [0x61, 0xFF]), "lies too deep")],
        links: [NotePath("a/b.md"), NotePath(bytes: [0xFE])])),
    .state(WatchedState(fingerprint: 0, identity: 0, generation: .min, problems: [], links: [])),
    .look("no events"),
    .stopping,
    .status(status),
  ]

  private static var status: WatchStatus {
    var status = WatchStatus(process: 17, version: "0.1.0", root: "/ö", startedAt: Date(timeIntervalSince1970: 1_700))
    status.hindrance = "none"
    (status.notes, status.folders, status.refreshes, status.changedNotes) = (1, 2, 3, 4)
    (status.answers, status.memory) = (5, 6)
    return status
  }

  @Test(arguments: replies) func repliesAreReadAsTheyWereWritten(_ reply: WatchReply) {
    #expect(WatchReply(reply.bytes) == reply)
    #expect(WatchReply([0, 0, 0] + reply.bytes) == reply)
  }

  @Test(arguments: replies) func damagedRepliesAreNone(_ reply: WatchReply) {
    for length in 0..<reply.bytes.count { #expect(WatchReply(Array(reply.bytes[..<length])) == nil) }
    #expect(WatchReply(reply.bytes + [0]) == nil)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      var bytes = reply.bytes
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      if let read = WatchReply(bytes) { #expect(WatchReply(read.bytes) == read) }
    }
  }

  @Test(arguments: [
    WatchRequest.state(key: "0123456789abcdef-0123456789abcdef", verified: false), .state(key: "f", verified: true),
    .status, .stop,
    .subscribe(place: "0123456789abcdef"),
  ])
  func requestsAreReadAsTheyWereWritten(_ request: WatchRequest) {
    #expect(WatchRequest(line: request.line) == request)
    #expect(request.line.count <= WatchRequest.longest)
  }

  @Test(arguments: [
    "", "\n", "vault-watch status", "vault-watch\n", "status\n", "vault-watch state\n", "vault-watch x\n",
  ])
  func othersAreNone(_ line: String) {
    #expect(WatchRequest(line: Array(line.utf8)) == nil)
  }
}
