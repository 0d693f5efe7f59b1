import Yams

/// A parser's error in words that say what to do.
struct YAMLProblem {
  var code = "invalid"
  var location: SourceLocation
  var message: String

  init(_ error: YamlError, in yaml: YAMLText) {
    location = yaml.location(at: yaml.range.lowerBound)
    message = "Invalid YAML"
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      explain(problem, context, mark, in: yaml)
    case .reader(_, _, let value, _):
      let value = UInt32(bitPattern: value)
      let search = Unicode.Scalar(value).map { ByteSearch(Array(String($0).utf8)) }
      if let offset = yaml.bytes.withUnsafeBytes({ search?.first(in: $0) }) { location = yaml.location(at: offset) }
      let name = value.padded(to: 4, radix: 16, uppercase: true)
      message += ": the control character U+\(name) stands here; remove it"
    default: break
    }
  }

  private mutating func explain(_ problem: String, _ context: YamlError.Context?, _ mark: Mark, in yaml: YAMLText) {
    let offset = yaml.offset(of: mark)
    let character = offset < yaml.bytes.count ? yaml.bytes[offset] : 0
    var place = mark
    var advice = Self.advice[problem] ?? problem
    switch problem {
    case "but found another document":
      code = "several-documents"
      location = yaml.location(of: mark)
      message = "A second YAML document begins here, so no properties are read; remove the \"---\""
      return
    case "found character that cannot start any token" where character == 0x09:
      advice = Self.tab
    case "found character that cannot start any token" where character > 0x20 && character < 0x7F:
      advice = "a value cannot begin with \"\(Unicode.Scalar(character))\"; put it in quotes"
    case "found unexpected end of stream" where context?.text == "while scanning a quoted scalar",
      "found unexpected document indicator":
      place = context?.mark ?? mark
      advice = "the quote that opens here is never closed; close it"
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      place = context?.mark ?? mark
      let bracket = problem.hasSuffix("']'") ? "[" : "{"
      advice = "the \"\(bracket)\" that opens here is not closed as it should be; close it, or put the value in quotes"
    default: break
    }
    location = yaml.location(of: place)
    message += ": " + advice
  }

  private static let tab = "a tab stands where blanks must indent; replace it by blanks"

  private static let advice = [
    "found a tab character that violates indentation": tab,
    "found a tab character where an indentation space is expected": tab,
    "mapping values are not allowed in this context": "a second \": \" on one line; put the value in quotes",
    "block sequence entries are not allowed in this context":
      "\"- \" begins a list here; start the list on a line of its own, or put the value in quotes",
    "could not find expected ':'": "there is no \": \" after the key before this place; write \"key: value\"",
    "did not find expected key": misfit,
    "did not find expected '-' indicator": misfit,
    "found undefined alias":
      "\"*\" at a value's beginning names an anchor that does not exist; put the value in quotes",
    "did not find expected alphabetic or numeric character":
      "\"*\" or \"&\" at a value's beginning has a meaning of its own; put the value in quotes",
    "found unknown escape character":
      "a backslash in double quotes begins an escape; write it twice, or use single quotes",
    "found undefined tag handle": "\"!\" at a value's beginning names a type; put the value in quotes",
  ]

  private static let misfit =
    "this does not fit what stands before it; check the indentation, "
    + "and put values with quotes, \"[\" or \"{\" inside into quotes as a whole"
}
