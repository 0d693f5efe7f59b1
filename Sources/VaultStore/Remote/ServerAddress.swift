import Foundation
import VaultCore
import VaultPlatform

/// The address and the token of a server, as the user has written them into a file of settings.
enum ServerAddress {
  /// The address as it is written. HTTPS, but for this machine itself, which nobody listens to on the way. `takesQuery`: true
  /// where it may go on with `?` and more.
  static func checked(_ text: String, like example: String, takesQuery: Bool = false) throws(SettingProblem) -> String {
    guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http"
    else { throw SettingProblem("the address needs to be like \(example)") }
    let isHost = host.utf8.allSatisfy { $0 >= 0x80 || $0.isASCIILetterOrDigit || "-._:[]".utf8.contains($0) }
    guard isHost, parts.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw SettingProblem("no machine has the name \"\(ShownName.quoted(host))\" or the port of this address")
    }
    if parts.user != nil || parts.password != nil {
      throw SettingProblem("the address has a user or a password; give the server's token as `token:`")
    }
    if parts.fragment != nil || parts.query != nil && !takesQuery {
      throw SettingProblem("the address has a ? or # in it, and needs to be like \(example)")
    }
    let isOwn = ["localhost", "::1", "[::1]"].contains(host) || host.hasPrefix("127.") && isNumeric(host)
    guard scheme == "https" || isOwn else {
      throw SettingProblem("the address needs https, so that nobody on the way reads the notes and the token")
    }
    return text
  }

  static func token(_ text: String) throws(SettingProblem) -> String {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.isEmpty else {
      throw SettingProblem("the token has signs that none has; give it as the server shows it")
    }
    return text
  }

  /// True for `127.0.0.1`, and not for `127.evil.example`.
  private static func isNumeric(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }
}

/// What is wrong with a value in a file of settings.
struct SettingProblem: Error {
  let message: Message
  /// Nil where it is that of whatever the value belongs to.
  let line: Int?

  init(_ message: Message, line: Int? = nil) { (self.message, self.line) = (message, line) }
}
