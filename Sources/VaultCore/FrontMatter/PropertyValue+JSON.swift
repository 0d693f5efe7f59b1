extension PropertyValue {
  /// Adds the value as JSON: dates and times as the text that is written, numbers as written where JSON allows it.
  package func appendJSON(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .checkbox(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .text(let text), .dateTime(let text): text.appendJSON(to: &output)
    case .date(let date): date.description.appendJSON(to: &output)
    case .number(let value, let text):
      let json = DecimalNumber.json(of: text) ?? (value.isFinite ? "\(value)" : "null")
      output.append(contentsOf: json.utf8)
    case .list(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.appendJSON(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .map(let properties): properties.appendJSON(to: &output)
    }
  }

  /// What it can be in front matter that is JSON: a text where JSON has no way to write it otherwise.
  package var inJSON: PropertyValue {
    changingSingleValues { value in
      switch value {
      case .date(let date): .text(date.description)
      case .dateTime(let text): .text(text)
      case .number(_, let text) where DecimalNumber.json(of: text) != text.lowercased(): .text(text)
      default: value
      }
    }
  }
}

extension String {
  fileprivate func appendJSON(to output: inout [UInt8]) {
    var text = self
    output.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      for c in bytes {
        switch c {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), c])
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
          let digits = Array("0123456789abcdef".utf8)
          output.append(contentsOf: "\\u00".utf8)
          output.append(contentsOf: [digits[Int(c >> 4)], digits[Int(c & 15)]])
        default: output.append(c)
        }
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}

extension [Property] {
  /// Adds the properties as a JSON object in the order written; of equal keys the first counts.
  package func appendJSON(to output: inout [UInt8]) {
    var seen: Set<[UInt8]> = []
    output.append(UInt8(ascii: "{"))
    for property in self where seen.insert([UInt8](property.key.utf8)).inserted {
      if seen.count > 1 { output.append(UInt8(ascii: ",")) }
      property.key.appendJSON(to: &output)
      output.append(UInt8(ascii: ":"))
      property.value.appendJSON(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}
