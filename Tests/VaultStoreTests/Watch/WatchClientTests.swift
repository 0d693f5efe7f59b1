import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// What a command does when the watcher is not what it should be.
@Suite struct WatchClientTests {
  private let folder: TemporaryFolder
  private let socket: WatchSocket

  init() throws {
    folder = try TemporaryFolder()
    socket = WatchSocket(root: "/vault", environment: ["XDG_RUNTIME_DIR": folder.path], makes: true)
  }

  private var answer: WatchReply? { WatchClient(socket: socket).ask(.state(key: "1", verified: false)) }

  /// Answers one request with the parts, and a pause in milliseconds before each.
  private func serve(_ parts: [(pause: UInt32, bytes: [UInt8])], ends: Bool = true) throws -> OwnedDescriptor {
    let listening = try socket.listen()
    let number = listening.number
    Thread {
      var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10_000) > 0 else { return }
      let connection = accept(number, nil, nil)
      var request = [UInt8](repeating: 0, count: 256)
      _ = recv(connection, &request, 256, 0)
      for (pause, bytes) in parts {
        usleep(pause * 1_000)
        _ = LocalSocket.send(bytes[...], to: connection)
      }
      if !ends { usleep(300_000) }
      close(connection)
    }.start()
    return listening
  }

  /// The answer that is made of these parts. On a busy machine a part may come later than anybody waits for it, and the whole
  /// is tried again.
  private func anAnswer(_ parts: [(pause: UInt32, bytes: [UInt8])]) throws -> WatchReply? {
    var listening: [OwnedDescriptor] = []
    defer { withExtendedLifetime(listening) {} }
    for _ in 0..<50 {
      listening.append(try serve(parts))
      if let answer { return answer }
    }
    return nil
  }

  @Test func nobodyListens() throws {
    #expect(answer == nil)
    // As a watcher that was killed leaves it.
    _ = try socket.listen()
    #expect(answer == nil)
  }

  /// It accepts, as the system does for a process that is stopped, and says nothing.
  @Test func oneThatHangsIsNotWaitedFor() throws {
    let listening = try socket.listen()
    for _ in 0..<3 { #expect(answer == nil) }
    _ = listening
  }

  @Test func oneThatStopsInTheMiddleIsNotWaitedFor() throws {
    let listening = try serve([(0, [0]), (5, Array(WatchReply.stopping.bytes.prefix(1)))], ends: false)
    #expect(answer == nil)
    _ = listening
  }

  @Test func oneThatLivesIsWaitedFor() throws {
    #expect(try anAnswer(Array(repeating: (10, [0]), count: 20) + [(5, WatchReply.look("x").bytes)]) == .look("x"))
  }

  @Test(arguments: [[], [9, 9, 9], [1], [1, 0], [1, 200], Array("HTTP/1.1 200 OK\r\n\r\n".utf8)])
  func whatIsNoAnswerIsNone(_ bytes: [UInt8]) throws {
    let listening = try serve([(0, bytes)])
    #expect(answer == nil)
    _ = listening
  }

  @Test func answersInPiecesAreRead() throws {
    let reply = WatchReply.look(String(repeating: "long ", count: 20_000))
    let bytes = reply.bytes
    #expect(try anAnswer([(0, Array(bytes[..<1])), (1, Array(bytes[1..<9])), (1, Array(bytes[9...]))]) == reply)
  }
}
