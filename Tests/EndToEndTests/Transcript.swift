import Foundation

/// Commands with what they print, in a file that is made by running the commands.
///
/// A line that begins with `$ ` is run by the shell. What follows is its standard output as it is, then its standard
/// error, each line after `! `, then `[exit N]` where that is not 0, then a blank line. Lines that begin with `#: ` are
/// remarks. Lines of output that could be taken for one of these have a `\` in front; control characters are shown
/// as the pictures that Unicode has for them.
struct Transcript {
  enum Step: Equatable {
    case remark(String)
    case command(String)
  }

  var steps: [Step]

  init(_ text: String) {
    steps = text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("$ ") { return .command(String(line.dropFirst(2))) }
      return line.hasPrefix("#: ") ? .remark(String(line)) : nil
    }
  }

  var needsOrdinaryUser: Bool {
    steps.contains { step in
      if case .command(let line) = step { line.hasPrefix("user ") || line.contains(" user ") } else { false }
    }
  }

  /// The text of a transcript whose commands did what `outcome` says.
  func text(_ outcome: (String) throws -> Outcome, root: String) rethrows -> String {
    var text = ""
    for step in steps {
      switch step {
      case .remark(let remark): text += remark + "\n"
      case .command(let line):
        text += "$ \(line)\n" + Self.text(try outcome(line), root: root) + "\n"
      }
    }
    return text
  }

  /// What is written below a command. `root`: the sandbox's folder, whose name changes.
  static func text(_ outcome: Outcome, root: String) -> String {
    var text = ""
    let output = shown(outcome.text, root: root)
    for line in lines(output) {
      text += (["$ ", "! ", "#: ", "[exit ", "[no newline", "\\"].contains { line.hasPrefix($0) } ? "\\" : "") + line
      text += "\n"
    }
    if !output.isEmpty, !output.hasSuffix("\n") { text += "[no newline]\n" }
    for line in lines(shown(outcome.errorText, root: root)) { text += line.isEmpty ? "!\n" : "! \(line)\n" }
    if outcome.status != 0 { text += "[exit \(outcome.status)]\n" }
    return text
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Without what differs from run to run or is not to be seen.
  private static func shown(_ text: String, root: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: scalars.append(scalar)
      case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? scalar)
      case 0x7F: scalars.append("\u{2421}")
      case 0x80..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        scalars.append(contentsOf: "<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
      default: scalars.append(scalar)
      }
    }
    return String(scalars).replacing(root, with: "/sandbox")
      .replacing(#/(cache|Caches|none)/vault/[0-9a-f]{8,}/#) { "\($0.1)/vault/HASH" }
      // The last digits of a logarithm differ between systems.
      .replacing(#/(\d+\.\d{6})\d{4,}/#) { "\($0.1)…" }
  }
}
