import VaultCore
import VaultInterface
import VaultStore

/// How a query was understood and answered, and why the first note is first.
package enum ExplanationListing {
  package static func write(_ explanation: SearchExplanation, _ query: Query, to printer: Printer) throws {
    func heading(_ text: String) throws { try printer.line(text, printer.theme[.heading]) }
    try heading("Understood as")
    for line in query.explained().split(separator: "\n") { try printer.line("  " + line) }
    if !query.canonicalText.isEmpty { try printer.line("  " + query.canonicalText, printer.theme[.muted]) }
    try printer.line()
    try heading("Answered by")
    for step in explanation.steps { try write(step, printer) }
    try printer.line("  \(notes(explanation.found)) found")
    guard !explanation.notes.isEmpty else { return }
    try printer.line()
    try heading(explanation.notes.count == 1 ? "First" : "The first \(explanation.notes.count)")
    for note in explanation.notes {
      var line = StyledText("  ")
      line.append(printer.path(note.path))
      line.append("  score \(number(note.score.total))", printer.theme[.muted])
      try printer.line(line)
      for (index, part) in note.parts.enumerated() {
        let others = [("folders", note.traits.inFolders), ("links to it", note.traits.inLinks)].compactMap {
          name, counts in
          counts.isEmpty || counts[index] == 0 ? nil : "\(name) \(counts[index])"
        }
        try write(part, note.score.patterns[index], others, printer)
      }
      try writeRest(note, printer)
    }
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }

  private static func write(_ step: SearchExplanation.Step, _ printer: Printer) throws {
    try printer.line("  " + Query.Expression.term(step.term).canonicalText)
    let lookup: String =
      switch step.lookup {
      case .words(let pattern): pattern.isInside ? pattern.explained : "words \(pattern.explained)"
      case .metadata: "what is known of each note"
      case .links: "the notes' links and names"
      case .check(let requirement):
        requirement.explained.isEmpty ? "no words narrow it" : "narrowed by \(requirement.explained)"
      }
    let read = step.read.map { ", \($0) of \(step.candidates) read" } ?? ""
    try printer.line("    \(lookup)\(read): \(notes(step.found))", printer.theme[.muted])
  }

  private static func write(
    _ part: SearchExplanation.Part, _ score: Double, _ others: [String], _ printer: Printer
  ) throws {
    let text = part.predicate.map { Query.Expression.term(Query.Term($0)).canonicalText } ?? ""
    try printer.line("    + \(number(score))  \(text)")
    let partly = part.predicate?.isSubstring == true ? "inside of words" : "begun"
    var places: [String] = []
    for field in SearchableText.Field.own {
      let whole = Int(part.counts.whole[field.rawValue])
      let begun = Int(part.counts.begun[field.rawValue]) - whole
      guard whole + begun > 0 else { continue }
      places.append("\(field.explained) \(whole)" + (begun > 0 ? " and \(begun) \(partly)" : ""))
    }
    if !places.isEmpty || others.contains(where: { $0.hasPrefix("links") }) { places += others }
    let found = places.isEmpty ? "not in it" : places.joined(separator: ", ")
    try printer.line(
      "             \(found); in \(notes(part.notes)), rarity \(number(part.rarity))", printer.theme[.muted])
  }

  private static func writeRest(_ note: SearchExplanation.Note, _ printer: Printer) throws {
    if let proximity = note.proximity {
      let gap =
        proximity.isPhrase
        ? "in a row"
        : proximity.gap == 0
          ? "side by side" : "with \(proximity.gap) other word\(proximity.gap == 1 ? "" : "s") between them"
      try printer.line("    + \(number(note.score.proximity))  the words stand \(gap)")
    }
    if note.score.name > 0 {
      try printer.line(
        "    + \(number(note.score.name))  a name of it is like the query, by \(number(note.traits.name.share))")
    }
    if note.traits.name.isEqual {
      try printer.line(
        "    + \(number(note.score.nameEquality))  \(note.traits.name.isTitle ? "its title" : "a name of it") is the query"
      )
    }
    if note.traits.isPinned { try printer.line("    × \(number(note.score.pin))  pinned") }
    if note.score.recency > 1 {
      let days = note.traits.ageInDays
      let age = days < 0 ? "at a time to come" : days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
      try printer.line("    × \(number(note.score.recency))  changed \(age)")
    }
  }

  private static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1_000).rounded())
    let digits = String(abs(thousandths) % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension Query.Predicate {
  fileprivate var isSubstring: Bool {
    switch self {
    case .words(let match), .text(_, let match): match.kind == .substring
    default: false
    }
  }
}

extension SearchableText.Field {
  fileprivate var explained: String {
    switch self {
    case .title: "title"
    case .alias: "aliases"
    case .heading: "headings"
    case .tag: "tags"
    case .body: "body"
    case .part: "parts of words"
    case .name: "file name"
    case .property: "properties"
    case .link: "links"
    }
  }
}
