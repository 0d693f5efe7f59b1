import VaultCore

/// `--format '{path}:{line} {title}'`
///
/// `{{` and `}}` are braces, `\t`, `\n` and `\\` what they are in a shell's `printf`.
package struct RecordFormat: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case literal(String)
    case field(String)
  }

  let pieces: [Piece]

  /// The names in braces, in the order of the template.
  package var fieldNames: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }

  /// Returns true when the template holds that field or a member of it.
  package func names(_ field: String) -> Bool {
    fieldNames.contains { $0 == field || $0.hasPrefix(field + ".") }
  }

  package enum Failure: VaultCore.Failure, Equatable {
    case unclosed(position: Int)
    case unknown(name: String, known: [String])

    package var kind: FailureKind { .badArgument }
    package var message: Message {
      switch self {
      case .unclosed(let position):
        "\(option: .template): the brace at character \(position) is not closed. Write {{ for a brace"
      case .unknown(let name, let known):
        "\(option: .template): there is no field \"\(name)\". Known fields: \(known.joined(separator: ", "))"
      }
    }
  }

  package init(_ template: String) throws {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    let scalars = Array(template.unicodeScalars)
    var i = 0
    while i < scalars.count {
      let next = i + 1 < scalars.count ? scalars[i + 1] : nil
      switch (scalars[i], next) {
      case ("{", "{"), ("}", "}"), ("\\", "\\"):
        literal.append(scalars[i])
        i += 2
      case ("\\", "t"):
        literal.append("\t")
        i += 2
      case ("\\", "n"):
        literal.append("\n")
        i += 2
      case ("{", _):
        guard let close = scalars[i...].firstIndex(of: "}") else { throw Failure.unclosed(position: i + 1) }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
        literal = .init()
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(i + 1)..<close].filter { $0 != " " })
        pieces.append(.field(String(name)))
        i = close + 1
      default:
        literal.append(scalars[i])
        i += 1
      }
    }
    if !literal.isEmpty { pieces.append(.literal(String(literal))) }
    self.pieces = pieces
  }

  /// Makes it ready for one kind of record; throws for a field that it does not have.
  package func bound<Record>(to fields: RecordFields<Record>) throws -> Bound<Record> {
    Bound(
      fields: fields,
      steps: try pieces.map { piece in
        switch piece {
        case .literal(let text): return .literal(text)
        case .field(let name):
          guard let (field, members) = fields.resolve(name) else {
            throw Failure.unknown(name: name, known: fields.names)
          }
          return .field(field, members)
        }
      })
  }

  package struct Bound<Record>: Sendable {
    package enum Step: Sendable {
      case literal(String)
      case field(Int, [String])
    }

    package let fields: RecordFields<Record>
    package let steps: [Step]

    /// Appends one record and a line feed; `text` appends what a field holds. Literals are the user's own and stay as
    /// they are.
    package func append(_ record: Record, to out: inout [UInt8], text: (String, inout [UInt8]) -> Void) {
      for step in steps {
        switch step {
        case .literal(let text): out.append(contentsOf: text.utf8)
        case .field(let index, let members):
          let value = fields.fields[index].value(record).member(members)
          text(value.formatted, &out)
        }
      }
      out.append(0x0A)
    }
  }
}
