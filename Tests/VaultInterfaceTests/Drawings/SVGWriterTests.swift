import Testing
import VaultCore
import VaultTestSupport

@testable import VaultInterface

@Suite struct SVGWriterTests {
  private func text(_ form: SVGForm = .page, _ body: (inout SVGWriter) -> Void) -> String {
    var svg = SVGWriter(form)
    body(&svg)
    return String(decoding: svg.bytes, as: UTF8.self)
  }

  @Test func valuesAndTextsAreEscaped() {
    let hostile = "<a b=\"'&amp;\">\u{0}\u{1B}\u{7F}\u{85}\u{FFFF}\t\r\u{20}\n]]>"
    let value = "&lt;a b=&quot;&#39;&amp;amp;&quot;&gt;␀␛␡\u{FFFD}\u{FFFD}&#9;␍ &#10;]]&gt;"
    let content = value.replacing("&#9;", with: "\t").replacing("&#10;", with: "\n")
    #expect(
      text { $0.element("text", nil, ["x": hostile], text: hostile) } == "<text x=\"\(value)\">\(content)</text>")
  }

  @Test func partsHaveColoursInFilesOnly() {
    #expect(text { $0.element("rect", .currentNode) } == "<rect class=\"node current\"/>")
    #expect(
      text(.file(.blue)) { $0.element("rect", .currentNode) }
        == "<rect class=\"node current\" fill=\"#0b5cad\" stroke=\"#ffffff\"/>")
  }

  @Test(arguments: [
    (0, "0"), (1.25, "1.3"), (-0.04, "0"), (-12.5, "-12.5"), (1e300, "0"), (.nan, "0"), (.infinity, "0"), (7.96, "8"),
  ])
  func numbersHaveATenth(_ value: Double, _ text: String) {
    #expect(SVGWriter.number(value) == text)
  }
}

@Suite struct DrawingColorTests {
  /// By WCAG 2.2.
  private static func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let channels = [16, 8, 0].map { (shift: UInt32) -> Double in
        let value = Double(color.rgb >> shift & 0xFF) / 255
        guard value > 0.04045 else { return value / 12.92 }
        // The sixth root by two functions of the standard library: (…)^2.4 = (…)^2 · (…)^0.4, the latter by bisection.
        let base = (value + 0.055) / 1.055
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if middle * middle * middle * middle * middle < base * base { low = middle } else { high = middle }
        }
        return base * base * low
      }
      return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: ColorScheme.allCases, [Background.light, .dark])
  func textCanBeRead(_ scheme: ColorScheme, _ background: Background) throws {
    let palette = Palette(scheme, on: background)
    for part in [DrawingPart.label, .remark] {
      let color = try #require(part.paint(palette).fill)
      #expect(Self.contrast(color, palette.paper) >= 4.5, "\(part) of \(scheme)")
    }
    for part in [DrawingPart.node, .currentNode, .line, .level4] {
      let paint = part.paint(palette)
      let color = try #require(part == .line ? paint.stroke : paint.fill)
      #expect(Self.contrast(color, palette.paper) >= 3, "\(part) of \(scheme)")
    }
    #expect(Self.contrast(Color(0x000000), Color(0xFFFFFF)) > 20.9)
  }

  @Test func coloursAreMixed() {
    #expect(Color(0x000000).mixed(with: Color(0xFF8000), 0.5).hexadecimal == "#804000")
    #expect(Color(0x000012).hexadecimal == "#000012")
  }

  @Test func everyPartHasARule() {
    let rules = DrawingPart.rules(Palette(.grey, on: .dark), scope: ".drawing ").split(separator: "\n")
    #expect(rules.count == DrawingPart.allCases.count)
    #expect(
      rules.allSatisfy {
        $0.contains(#/^\.drawing \.[a-z0-9.-]+\{(fill|stroke):#[0-9a-f]{6}(;stroke:#[0-9a-f]{6})?\}$/#)
      })
  }
}
