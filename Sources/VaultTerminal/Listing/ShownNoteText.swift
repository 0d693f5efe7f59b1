import VaultCore
import VaultInterface
import VaultStore

/// A note in full, in each of the forms that are no data.
package struct ShownNoteText {
  private let shown: ShownNote

  /// Wider lines are hard to read.
  private static let widest = 100

  package init(_ shown: ShownNote) {
    self.shown = shown
  }

  /// For a person: title and metadata, then the body drawn from its lines.
  /// `showsAddresses`: whether what a link leads to stands behind its text.
  package func writeRendered(
    to printer: Printer, vault: ListedVault, statuses: StatusRegistry, showsAddresses: Bool = false
  ) throws {
    for line in drawn(by: printer, vault: vault, statuses: statuses, showsAddresses: showsAddresses) {
      try printer.line(line.text)
    }
  }

  /// The same as lines. Those of the title and metadata come from line 0.
  package func drawn(
    by printer: Printer, vault: ListedVault, statuses: StatusRegistry, showsAddresses: Bool = false
  ) -> [DrawnLine] {
    let width = min(printer.context.width ?? Self.widest, Self.widest)
    let head = ShownNoteHead(shown: shown, printer: printer, vault: vault)
    let renderer = NoteRenderer(
      theme: printer.theme, glyphs: printer.glyphs, width: width, hasStyles: printer.painter.colors != .none,
      overdueLines: Set(shown.tasks.filter(\.isOverdue).map(\.task.line)),
      statuses: statuses, addresses: addresses { printer.address(of: $0) }, showsAddresses: showsAddresses)
    let lines = head.lines(width: width).map { DrawnLine(text: $0, number: 0) }
    let body = renderer.drawn(Array(head.body))
    return lines + (body.isEmpty ? [] : [DrawnLine(text: StyledText(), number: 0)]) + body
  }

  /// The addresses of the files that links lead to, by the links' targets.
  private func addresses(_ address: (NotePath) -> String?) -> [String: String] {
    var addresses: [String: String] = [:]
    for (link, path) in zip(shown.note.links, shown.resolved) {
      if let path { addresses[link.target] = address(path) }
    }
    return addresses
  }

  /// The file's exact bytes; on a terminal, control characters made visible.
  package func writeRaw(to printer: Printer) throws {
    if printer.painter.sanitizes {
      try printer.block(String(decoding: shown.bytes, as: UTF8.self))
    } else {
      try printer.sink.write(shown.bytes)
    }
  }

  /// The body as HTML, a fragment or a page of its own. Links to notes lead to their paths from the root.
  package func writeHTML(asPage: Bool, to printer: Printer) throws {
    let addresses = addresses { PathText.encoded($0.bytes) }
    let range = shown.note.bodyRange.clamped(to: 0..<shown.bytes.count)
    let html = shown.bytes.withUnsafeBufferPointer { bytes in
      let body = UnsafeBufferPointer(rebasing: bytes[range])
      return asPage
        ? HTMLRenderer.page(title: shown.record.title, body: body) { addresses[$0] }
        : HTMLRenderer.render(body: body) { addresses[$0] }
    }
    try printer.block(html)
  }
}
