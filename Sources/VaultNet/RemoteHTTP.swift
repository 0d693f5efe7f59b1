import Foundation
import NIOHTTP1
import VaultCore
import VaultStore

/// A server of notes over HTTP, as clients of the app NoteApp ask it: the list at an address, and each note below it.
final class RemoteHTTP: RemoteNotes {
  private let settings: RemoteSettings
  private let exchange: HTTPExchange

  /// How many notes are asked for at once.
  private static let pageSize = 200
  private static let mostPages = 10_000
  private static let mostRedirects = 5
  /// How many bytes an answer may have, and all pages of a list together.
  private static let longestAnswer = 256 << 20

  /// `certificates`: a file of certificates that are trusted besides the system's.
  init(_ settings: RemoteSettings, certificates: String?) {
    self.settings = settings
    exchange = HTTPExchange(certificates: certificates)
  }

  func end() { exchange.end() }

  // MARK: Questions

  func list() throws -> RemoteListing {
    var listing = RemoteListing()
    var size = 0
    for page in 1...Self.mostPages {
      let answer = try ask(.GET, "?page=\(page)&limit=\(Self.pageSize)")
      // Some say so behind the last page.
      if page > 1, [404, 410].contains(answer.status) { break }
      guard answer.status == 200 else {
        throw RemoteError.odd("is \(answer.said), where a list of notes is needed")
      }
      size += answer.body.count
      guard size <= Self.longestAnswer else {
        throw RemoteError.odd("is a list of more than \(Self.longestAnswer >> 20) MiB")
      }
      guard let value = answer.json else {
        throw RemoteError.odd(
          "is no JSON\(answer.kind.map { " but \($0)" } ?? ""), where a list of notes is needed")
      }
      // A server that knows no pages gives the same again.
      do throws(RemoteNote.Problem) {
        if try !listing.add(value) { break }
      } catch {
        throw RemoteError.odd(error.reason)
      }
    }
    return listing
  }

  func note(_ id: String) throws -> RemoteNote? {
    let answer = try ask(.GET, place(id))
    if [404, 410].contains(answer.status) { return nil }
    guard answer.status == 200, let note = answer.note else {
      throw RemoteRefusal.refused(status: answer.status, answer.reason)
    }
    guard note.id == id else {
      throw RemoteRefusal.refused(status: answer.status, "that is the note \(ShownName.quoted(note.id))")
    }
    return note
  }

  func make(_ note: JSONValue, key: String) throws -> RemoteNote? {
    let answer = try ask(.POST, "", note, ["Idempotency-Key": key])
    try check(answer)
    return answer.note
  }

  func replace(_ id: String, with note: JSONValue, ifIn tag: String?) throws -> RemoteNote? {
    let answer = try ask(.PUT, place(id), note, tag.map { ["If-Match": $0] } ?? [:])
    try check(answer)
    guard let note = answer.note, note.id == id else { return nil }
    return note
  }

  func delete(_ id: String, ifIn tag: String?) throws {
    try check(ask(.DELETE, place(id), nil, tag.map { ["If-Match": $0] } ?? [:]))
  }

  private func check(_ answer: HTTPAnswer) throws {
    switch answer.status {
    case 200..<300: return
    case 404, 410: throw RemoteRefusal.gone
    case 412: throw RemoteRefusal.changed
    default: throw RemoteRefusal.refused(status: answer.status, answer.reason)
    }
  }

  /// One segment of a path, whatever is in it.
  private func place(_ id: String) -> String {
    var bytes = Array("/".utf8)
    for c in id.utf8 {
      if c.isASCIILetterOrDigit || "-._~".utf8.contains(c) { bytes.append(c) } else { bytes.append(percentEncoding: c) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Over the network

  private func ask(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, _ fields: [String: String] = [:]
  ) throws -> HTTPAnswer {
    var address = settings.address + path
    for _ in 0...Self.mostRedirects {
      let answer = try answer(method, address, body, fields)
      if (300..<400).contains(answer.status), answer.status != 304, let target = answer.field("Location") {
        address = try follow(target, from: address, answer.status, method)
        continue
      }
      switch answer.status {
      case 401: throw RemoteError.denied(answer.said)
      // A refusal of one note is about that note alone.
      case 403 where path.hasPrefix("?"): throw RemoteError.denied(answer.said)
      case 408, 425, 429, 500...599:
        throw RemoteError.unavailable(
          "the server answers \(answer.said)", seconds: answer.field("Retry-After").flatMap(Self.seconds) ?? 0)
      default: return answer
      }
    }
    throw RemoteError.odd("leads from one address to the next without an end")
  }

  private func answer(
    _ method: HTTPMethod, _ address: String, _ body: JSONValue?, _ fields: [String: String]
  ) throws -> HTTPAnswer {
    do throws(HTTPExchange.Problem) {
      return try exchange.answer(
        method, address, body?.bytes, token: settings.token, fields, longest: Self.longestAnswer, seconds: 600)
    } catch {
      switch error {
      case .tooLarge: throw RemoteError.odd("has more than \(Self.longestAnswer >> 20) MiB")
      case .unavailable(let reason): throw RemoteError.unavailable(reason, seconds: nil)
      case .insecure(let reason): throw RemoteError.insecure(reason)
      }
    }
  }

  /// Only to the same server, and only what may be sent again.
  private func follow(_ target: String, from address: String, _ status: Int, _ method: HTTPMethod) throws -> String {
    guard let old = URL(string: address), let new = URL(string: target, relativeTo: old)?.absoluteURL,
      new.scheme == old.scheme, new.host() == old.host(), new.port == old.port
    else {
      throw RemoteError.odd(
        "leads to another server (\(ShownName.quoted(target))), where notes and token are not sent")
    }
    guard method == .GET || [307, 308].contains(status) else {
      throw RemoteError.odd("leads to \(ShownName.quoted(target)), which is another address of the list of notes")
    }
    return new.absoluteString
  }

  /// Seconds, or a date.
  private static func seconds(_ text: String) -> Int? {
    if let seconds = Int(text) { return max(0, seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { max(0, Int($0.timeIntervalSinceNow.rounded(.up))) }
  }
}

extension HTTPAnswer {
  /// Nil where a note was not answered.
  fileprivate var note: RemoteNote? {
    // A weak tag is none that a change can name.
    let tag = field("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    guard let json else { return nil }
    do throws(RemoteNote.Problem) { return try RemoteNote(json, tag: tag) } catch { return nil }
  }
}
