import Yams

/// A parser's error in words that say what to do.
struct YAMLProblem {
  var code: String
  var location: SourceLocation
  var message: String

  private init(code: String = "invalid", location: SourceLocation, message: String) {
    self.code = code
    self.location = location
    self.message = message
  }

  init(_ error: YamlError, positions: YAMLPositions) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      self.init(problem: problem, context: context, mark: mark, positions: positions)
    case .reader(_, _, let value, _):
      let offset = Unicode.Scalar(UInt32(bitPattern: value)).flatMap {
        Self.firstOffset(of: $0, in: positions.bytes)
      }
      let digits = String(UInt32(bitPattern: value), radix: 16, uppercase: true)
      let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      self.init(
        location: positions.location(at: offset ?? 0),
        message: "Invalid YAML: the control character U+\(name) stands here; remove it")
    default:
      self.init(location: positions.location(at: 0), message: "Invalid YAML")
    }
  }

  private init(problem: String, context: YamlError.Context?, mark: Mark, positions: YAMLPositions) {
    let offset = positions.offset(of: mark)
    let character = offset < positions.bytes.count ? positions.bytes[offset] : 0
    let opening = context?.mark ?? mark
    code = "invalid"
    location = positions.location(of: mark)
    switch problem {
    case "but found another document":
      code = "several-documents"
      message = "A second YAML document begins here, so no properties are read; remove the \"---\""
    case "found character that cannot start any token" where character == 0x09,
      "found a tab character that violates indentation", "found a tab character where an indentation space is expected":
      message = "Invalid YAML: a tab stands where blanks must indent; replace it by blanks"
    case "found character that cannot start any token" where character > 0x20 && character < 0x7F:
      let sign = Unicode.Scalar(character)
      message = "Invalid YAML: a value cannot begin with \"\(sign)\"; put it in quotes"
    case "mapping values are not allowed in this context":
      message = "Invalid YAML: a second \": \" on one line; put the value in quotes"
    case "block sequence entries are not allowed in this context":
      message =
        "Invalid YAML: \"- \" begins a list here; start the list on a line of its own, or put the value in quotes"
    case "found unexpected end of stream" where context?.text == "while scanning a quoted scalar",
      "found unexpected document indicator":
      location = positions.location(of: opening)
      message = "Invalid YAML: the quote that opens here is never closed; close it"
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      location = positions.location(of: opening)
      let bracket = problem.hasSuffix("']'") ? "[" : "{"
      message =
        "Invalid YAML: the \"\(bracket)\" that opens here is not closed as it should be; "
        + "close it, or put the value in quotes"
    case "could not find expected ':'":
      message = "Invalid YAML: there is no \": \" after the key before this place; write \"key: value\""
    case "did not find expected key", "did not find expected '-' indicator":
      message =
        "Invalid YAML: this does not fit what stands before it; check the indentation, "
        + "and put values with quotes, \"[\" or \"{\" inside into quotes as a whole"
    case "found undefined alias":
      message =
        "Invalid YAML: \"*\" at a value's beginning names an anchor that does not exist; put the value in quotes"
    case "did not find expected alphabetic or numeric character":
      message = "Invalid YAML: \"*\" or \"&\" at a value's beginning has a meaning of its own; put the value in quotes"
    case "found unknown escape character":
      message = "Invalid YAML: a backslash in double quotes begins an escape; write it twice, or use single quotes"
    case "found undefined tag handle":
      message = "Invalid YAML: \"!\" at a value's beginning names a type; put the value in quotes"
    default:
      message = "Invalid YAML: " + problem
    }
  }

  private static func firstOffset(of scalar: Unicode.Scalar, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let wanted = Array(String(Character(scalar)).utf8)
    guard wanted.count <= bytes.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { start in
      bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
