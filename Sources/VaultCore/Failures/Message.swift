/// Text for a person, in which remedies are still values, so that each front end can put its own names for them.
package struct Message: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case remedy(Remedy)
  }

  fileprivate var parts: [Part]

  package init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  /// With neutral names for the remedies.
  package var text: String { text(naming: \.name) }

  package var description: String { text }

  /// With the names that a front end gives to the remedies.
  package func text(naming name: (Remedy) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let piece): text += piece
      case .remedy(let remedy): text += name(remedy)
      }
    }
  }

  /// In the order in which they stand in the text.
  package var remedies: [Remedy] { parts.compactMap { if case .remedy(let remedy) = $0 { remedy } else { nil } } }

  package static func + (a: Message, b: Message) -> Message {
    var sum = a
    sum.append(b)
    return sum
  }
}

extension Message {
  /// Texts next to each other become one, so that messages are equal that say the same.
  fileprivate mutating func append(_ part: Part) {
    if case .text(let text) = part, case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(part)
    }
  }

  fileprivate mutating func append(_ other: Message) {
    for part in other.parts { append(part) }
  }
}

extension Message: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { message.append(Message(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      message.append(Message(value.description))
    }

    package mutating func appendInterpolation(_ other: Message) { message.append(other) }

    package mutating func appendInterpolation(_ failure: some Failure) { message.append(failure.message) }

    package mutating func appendInterpolation(_ error: any Error) { message.append(Message(error)) }

    package mutating func appendInterpolation(command: Remedy.Command) { message.append(.remedy(.command(command))) }

    package mutating func appendInterpolation(option: Remedy.Option) { message.append(.remedy(.option(option))) }

    package mutating func appendInterpolation(setting: String) { message.append(.remedy(.setting(setting))) }
  }

  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  /// What a failure says; of any other error, what it says of itself.
  package init(_ error: any Error) {
    self = (error as? any Failure)?.message ?? Message(String(describing: error))
  }
}

extension Sequence<Message> {
  package func joined(separator: String) -> Message {
    reduce(nil) { joined, message in joined.map { $0 + Message(separator) + message } ?? message } ?? Message("")
  }
}
