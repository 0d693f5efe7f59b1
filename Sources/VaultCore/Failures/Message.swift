/// Text for a person, in which remedies are still values, so that each front end can put its own names for them.
package struct Message: Sendable, Hashable, CustomStringConvertible {
  fileprivate enum Part: Sendable, Hashable {
    case text(String)
    case remedy(Remedy)
  }

  fileprivate var parts: [Part]

  package init(_ text: String) { parts = [.text(text)] }

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
    sum.parts += b.parts
    return sum
  }
}

extension Message: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    package mutating func appendInterpolation(_ message: Message) { parts += message.parts }

    package mutating func appendInterpolation(_ failure: some Failure) { parts += failure.message.parts }

    package mutating func appendInterpolation(_ error: any Error) { parts += Message(error).parts }

    package mutating func appendInterpolation(command: Remedy.Command) { parts.append(.remedy(.command(command))) }

    package mutating func appendInterpolation(option: Remedy.Option) { parts.append(.remedy(.option(option))) }

    package mutating func appendInterpolation(setting: String) { parts.append(.remedy(.setting(setting))) }
  }

  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// What a failure says; of any other error, what it says of itself.
  package init(_ error: any Error) {
    self = (error as? any Failure)?.message ?? Message("\(error)")
  }
}

extension Sequence<Message> {
  package func joined(separator: String) -> Message {
    var joined = Message("")
    for (place, message) in enumerated() {
      if place > 0 { joined = joined + Message(separator) }
      joined = joined + message
    }
    return joined
  }
}
