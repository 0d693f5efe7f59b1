import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

extension PreviewQuestion {
  /// Longer files are shown by their beginning, in bytes.
  private static let most = 1 << 20

  func answer(_ reader: VaultReader) throws -> PreviewContent {
    switch subject {
    case .nothing: return PreviewContent()
    case .note(let path, let line, let heading, let raw):
      return try NotePreview(self, reader).content(of: path, line: line, heading: heading, raw: raw)
    case .task(let handle):
      let task = try reader.task(handle).task
      return try NotePreview(self, reader).content(of: task.path, line: task.line, heading: nil, raw: false)
    case .folder(let path): return try folder(path, reader)
    case .tag(let name): return try tag(name, reader)
    case .file(let path): return try file(path, reader)
    case .trash(let id, let path):
      return text(
        path.text, try reader.beginning(ofTrashed: path, id: id, most: Self.most),
        remark: "In the trash; \(ShownName.path(path.text)) was its place.")
    case .change(let number): return try change(number, reader)
    case .setting(let name): return try setting(name, reader)
    }
  }

  private func text(_ title: String, _ bytes: [UInt8], remark: String) -> PreviewContent {
    var content = PreviewContent()
    content.title = title
    content.lines = [
      PreviewLine(StyledText(title, look[.title])), PreviewLine(StyledText(remark, look[.muted])),
      PreviewLine(StyledText()),
    ]
    let shown = String(decoding: bytes, as: UTF8.self)
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
      content.lines += StyledText(String(line).replacing("\t", with: "    ")).wrapped(to: columns)
        .map { PreviewLine($0) }
    }
    return content
  }

  private func notes(_ title: String, _ query: String, _ reader: VaultReader) throws -> PreviewContent {
    let list = try reader.list(reader.vault.query(query), limit: 200)
    var content = PreviewContent()
    content.title = title
    content.lines = [
      PreviewLine(StyledText(title, look[.title])),
      PreviewLine(StyledText(list.total == 1 ? "1 note" : "\(list.total) notes", look[.muted])),
      PreviewLine(StyledText()),
    ]
    content.lines += list.records.map { record in
      let time = RelativeTime.text(record.updated, in: reader.vault.environment)
      return PreviewLine(
        StyledText(record.title) + StyledText("  " + time, look[.muted]), target: VaultURL(file: record.path))
    }
    return content
  }

  private func folder(_ path: NotePath, _ reader: VaultReader) throws -> PreviewContent {
    try notes(path.text + "/", Query.Predicate.named(.path, .text(path.text + "/")).canonicalText, reader)
  }

  private func tag(_ name: String, _ reader: VaultReader) throws -> PreviewContent {
    try notes("#" + name, Query.Predicate.tag(name, childrenOnly: false).canonicalText, reader)
  }

  private func file(_ path: NotePath, _ reader: VaultReader) throws -> PreviewContent {
    let (size, bytes) = try reader.beginning(ofFileAt: path, most: Self.most)
    guard !bytes.prefix(8_000).contains(0) else {
      return text(path.text, [], remark: "\(ByteCount.text(Int64(size))), no text; vault open shows it.")
    }
    return text(path.text, bytes, remark: ByteCount.text(Int64(size)))
  }

  private func change(_ number: Int, _ reader: VaultReader) throws -> PreviewContent {
    let (entry, made) = try reader.change(numbered: number)
    var content = PreviewContent()
    content.title = entry.title
    let time = RelativeTime.instant(entry.time, in: reader.vault.environment)
    content.lines = StyledText(entry.title, look[.title]).wrapped(to: columns).map { PreviewLine($0) }
    content.lines.append(
      PreviewLine(StyledText("change \(number), \(time)\(entry.isUndone ? ", undone" : "")", look[.muted])))
    content.lines.append(PreviewLine(StyledText()))
    let lines = ChangeDiff(made).lines
    content.lines += lines.flatMap { line in
      StyledText(String(decoding: line.text, as: UTF8.self), look.style(of: DiffLine.Kind(line.kind)))
        .wrapped(to: columns, anywhere: true).map { PreviewLine($0) }
    }
    if lines.isEmpty { content.lines.append(PreviewLine(StyledText("No text was changed.", look[.muted]))) }
    return content
  }

  private func setting(_ name: String, _ reader: VaultReader) throws -> PreviewContent {
    var content = PreviewContent()
    content.title = name
    guard let setting = try reader.vault.settings().first(where: { $0.key.name == name }) else { return content }
    var lines = [StyledText(name, look[.title])] + StyledText(setting.key.help).wrapped(to: columns) + [StyledText()]
    let value = setting.key.text(in: setting.configuration)
    lines += ["is  " + (value.isEmpty ? "nothing" : value)].flatMap { StyledText($0, look[.accent]).lines }
    if !setting.key.defaultText.isEmpty {
      lines += StyledText("by default  " + setting.key.defaultText, look[.muted]).lines
    }
    if !setting.key.validValues.isEmpty {
      lines += StyledText("one of  " + setting.key.validValues.joined(separator: ", "), look[.muted]).wrapped(
        to: columns)
    }
    if let rejection = setting.rejection {
      lines += StyledText("What the vault's file says does not count, \(rejection).", look[.warning]).wrapped(
        to: columns)
    }
    content.lines = lines.map { PreviewLine($0) }
    return content
  }
}

extension Look {
  func style(of kind: DiffLine.Kind) -> Style {
    switch kind {
    case .file: self[.title]
    case .remark: self[.muted]
    case .hunk: self[.accent]
    case .context: .plain
    case .removed: self[.error]
    case .added: self[.success]
    }
  }
}
