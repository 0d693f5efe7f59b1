import Foundation
import Testing
import VaultCore
import VaultStore
import VaultTestSupport

@testable import VaultInterface

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct DrawingTests {
  /// What a strict reader of XML finds: elements with their attributes and texts.
  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []
    /// By element, what stands in it directly.
    private(set) var texts: [String] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      open.append(elements.count)
      elements.append((name, attributes))
      texts.append("")
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if let last = open.last { texts[last] += string }
    }

    init(_ svg: [UInt8]) throws {
      super.init()
      let parser = XMLParser(data: Data(svg))
      parser.delegate = self
      try #require(parser.parse(), "\(String(describing: parser.parserError))")
    }
  }

  /// Names that would end an element or an attribute, or be one.
  private static let hostile: [String] = {
    var random = SeededGenerator(seed: 9)
    let parts = [
      "<script>alert(1)</script>", "\"", "'", "&", "&lt;", "<![CDATA[", "]]>", "<!--", "-->", "\" onload=\"x", "'/>",
      "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{FFFE}", "\n", "\t", "\\", "<?x ?>", "javascript:x", "</svg>", "</style>",
      "&#0;", "\u{FEFF}", "👩‍👩‍👧", "e\u{301}", "%", "url(#a)", "x", "豆腐",
    ]
    return (0..<300).map { _ in
      (0..<Int.random(in: 1...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
  }()

  private static let graph = NoteGraph(
    nodes: hostile.enumerated().map { number, title in
      .init(
        path: NotePath("\(number)\(title.replacing("\u{0}", with: "")).md"), title: title,
        step: number == 0 ? 0 : 1 + number / 200, links: number)
    },
    edges: (1..<300).map { .init(from: $0, to: ($0 * 7) % 200) }, omitted: 2)

  private static let stats: StatsOverTime = {
    let today = CivilDate(dayNumber: 20_524)
    var stats = StatsOverTime(today: today)
    stats.months = (0..<30).map { .init(first: today.adding(months: $0 - 29), notes: $0 * $0, words: $0 * 5_000) }
    stats.edits = Dictionary(uniqueKeysWithValues: (0..<90).map { (today.adding(days: -$0 * 4), 1 + $0 % 7) })
    stats.done = [today: 2_000, today.adding(days: -1): 1]
    stats.tags = hostile.enumerated().map { .init($1, 300 - $0) }
    stats.categories = [.init("other", 1)]
    return stats
  }()

  private static let drawings: [any Drawing] =
    [GraphDrawing(graph), GraphDrawing(NoteGraph()), StatsDrawing(stats, firstWeekday: 1)]
    + StatsDrawing.drawings(stats, firstWeekday: 7)
    + [StatsDrawing(StatsOverTime(today: stats.today), firstWeekday: 3)]

  private static let elements: Set = ["svg", "title", "style", "rect", "g", "a", "circle", "path", "text"]
  private static let attributes: Set = [
    "class", "viewBox", "role", "aria-label", "fill", "stroke", "stroke-linejoin", "stroke-linecap", "stroke-width",
    "cx", "cy", "r", "x", "y", "width", "height", "rx", "d", "href", "text-anchor", "font-size", "font-weight",
    "paint-order", "transform", "xmlns", "font-family", "pointer-events",
  ]

  @Test func everyDrawingIsXMLWithoutAnythingOfItsNames() throws {
    for drawing in Self.drawings {
      for form in [SVGForm.page, .file(.green)] {
        let read = try Reader(drawing.svg(form))
        #expect(Set(read.elements.map(\.name)).isSubset(of: Self.elements))
        for (name, attributes) in read.elements {
          #expect(Set(attributes.keys).isSubset(of: Self.attributes), "\(name)")
          #expect(name == "a" || attributes["href"] == nil)
        }
      }
    }
  }

  /// What a page allows that has `style-src 'self'`.
  @Test func aPageGetsNoStyles() throws {
    for drawing in Self.drawings {
      let svg = drawing.svg(.page)
      let text = String(decoding: svg, as: UTF8.self)
      let read = try Reader(svg)
      #expect(!read.elements.contains { $0.name == "style" || $0.attributes["style"] != nil })
      #expect(!text.contains("fill=\"#") && !text.contains("stroke=\"#"), "colours are the page's")
      let root = try #require(read.elements.first)
      #expect(root.attributes["role"] == (drawing.hasLinks ? "group" : "img"))
      #expect(root.attributes["aria-label"]?.isEmpty == false)
    }
  }

  @Test func notesAreLinksOnAPage() throws {
    let read = try Reader(GraphDrawing(Self.graph).svg(.page))
    let links = read.elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }
    let expected = Self.graph.nodes.compactMap { VaultURL(file: $0.path)?.path }
    #expect(links == expected && links.count > 250)
    #expect(links.allSatisfy { $0.hasPrefix("/note/") && !$0.contains(#/[^A-Za-z0-9\/._~%-]/#) })
    #expect(read.elements.count { $0.attributes["class"] == "node current" } == 1)
    #expect(read.elements.count { $0.name == "title" } == 300)
    let file = try Reader(GraphDrawing(Self.graph).svg(.file(.grey)))
    #expect(!file.elements.contains { $0.name == "a" } && file.elements.count { $0.name == "title" } == 301)
  }

  @Test func whatIsLeftOutIsSaid() throws {
    let remark = "300 notes, 299 links; 2 more notes are left out"
    #expect(try Reader(GraphDrawing(Self.graph).svg(.file(.grey))).texts.contains(remark))
    // A page has it beside the drawing, and says it with the drawing's name.
    let page = try Reader(GraphDrawing(Self.graph).svg(.page))
    #expect(!page.texts.contains(remark) && page.elements[0].attributes["aria-label"]?.hasSuffix(remark) == true)
    #expect(NoteGraph(omitted: 1).remark == "0 notes, 0 links; 1 more note is left out")
  }

  @Test func filesHaveColoursForBothBackgrounds() throws {
    let text = String(decoding: GraphDrawing(Self.graph).svg(.file(.blue)), as: UTF8.self)
    #expect(text.contains("class=\"node current\" fill=\"#0b5cad\""))
    #expect(text.contains("@media(prefers-color-scheme:dark){") && text.contains(".node.current{fill:#6cb6ff;"))
  }

  // MARK: Figures

  private func texts(_ drawing: any Drawing) throws -> [String] {
    try Reader(drawing.svg(.page)).texts.filter { !$0.isEmpty && !$0.hasPrefix("\n") }
  }

  @Test func lineChartsNameTheirScale() throws {
    let chart = LineChart("Words", Self.stats.months.map { .init(month: $0.first, value: $0.words) }, width: 376)
    #expect(
      try texts(chart) == [
        "Words", "145,000", "0", "50k", "100k", "150k", "2024", "2025", "2026",
      ])
    #expect(chart.name.hasPrefix("Words over time: 0 in "))
    #expect(try texts(LineChart("Notes", [], width: 300)) == ["Notes", "Nothing yet"])
    let one = LineChart("Notes", [.init(month: Self.stats.today, value: 0)], width: 300)
    #expect(try texts(one).prefix(4) == ["Notes", "0", "0", "1"])
    let huge = LineChart("Notes", [.init(month: Self.stats.today, value: .max / 2)], width: 300)
    #expect(try texts(huge).count > 3)
  }

  @Test func heatMapsTellDaysApart() throws {
    let today = Self.stats.today
    let map = HeatMap("Tasks done", noun: "task", Self.stats.done, until: today, firstWeekday: 1)
    let read = try Reader(map.svg(.page))
    let shades = read.elements.filter { $0.name == "rect" }.compactMap { $0.attributes["class"] }
    #expect(shades == ["level-1", "level-4", "empty", "level-1", "level-2", "level-3", "level-4"])
    #expect(read.texts.contains("\(today): 2,000 tasks") && read.texts.contains("\(today.adding(days: -1)): 1 task"))
    let days = read.elements.compactMap { $0.attributes["d"] }.joined().count { $0 == "M" }
    let first = 364 + (today.isoWeekday - 1)
    #expect(days == first + 1 - 2, "all the others, to the beginning of the first week")
    // Whatever day the week begins with, the last is in the last column.
    for weekday in 1...7 {
      let map = HeatMap("x", noun: "x", [today: 1], until: today, firstWeekday: weekday)
      let rect = try #require(try Reader(map.svg(.page)).elements.first { $0.name == "rect" })
      #expect(rect.attributes["x"] == "762")
    }
  }

  @Test func barChartsSayHowManyMoreThereAre() throws {
    let chart = BarChart("Tags", Self.stats.tags, width: 376)
    let texts = try texts(chart)
    #expect(texts.last == "and 288 more" && texts.contains("300"))
    #expect(try self.texts(BarChart("Tags", [], width: 376)) == ["Tags", "Nothing yet"])
  }
}
