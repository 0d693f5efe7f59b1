import Foundation
import VaultCore
import VaultPlatform

/// Says what may be told of the past: operations, with the texts that they found and left, and what lies in the trash.
///
/// Each text counts as if it were a note now, of that path and alone. So nothing shows of the past where the query asks what
/// other notes or tasks have to do with one, nor of files that are no notes and are gone: nobody can tell what named them.
struct VisiblePast {
  private let reader: VaultReader
  private let hidden: HiddenNotes
  private let visible: VisibleVault
  private let hide: QueryTexts?
  private let tree: VaultTree

  /// Nil where all may be told.
  init?(_ reader: VaultReader) throws {
    guard let visible = reader.vault.options.visible, let hidden = try reader.hidden else { return nil }
    (self.reader, self.hidden, self.visible) = (reader, hidden, visible)
    hide = try visible.hidingTexts(in: reader.vault)
    tree = try VaultTree(root: reader.location.root)
  }

  /// True for an operation of which every path and every text may be seen.
  func shows(_ head: JournalEntry.Head, in journal: Journal) throws -> Bool {
    for step in head.steps {
      let isFolder = step.kind == .makeFolder || step.kind == .removeFolder
      for path in [step.path, step.target].compactMap(\.self) where !Trash.holds(path) {
        if isFolder ? hidden.hides(folder: path) : hidden.hides(path) { return false }
      }
    }
    guard let hide else { return true }
    guard !hide.asksAboutOthers else { return false }
    let entry: JournalEntry
    // What cannot be read is told by whoever shows it, and may hold anything.
    do { entry = try journal.entry(head.sequence, foreign: true) } catch let error as ChangeError {
      try ShortageError.check("the history cannot be read", error)
      return false
    }
    guard let texts = try texts(of: entry) else { return false }
    return try shows(texts, hide)
  }

  func shows(_ item: TrashItem) throws -> Bool {
    if hidden.hides(item.path) { return false }
    guard let hide else { return true }
    guard !hide.asksAboutOthers, item.path.isNote, let text = try text(at: item.place, as: item.path) else {
      return false
    }
    return try shows([text], hide)
  }

  /// Those of the notes that would be hidden if they had these texts; none where that depends on other notes.
  func hidden(by texts: [NotePath: [UInt8]]) throws -> Set<NotePath> {
    guard let hide, !hide.asksAboutOthers else { return [] }
    let now = Int64(reader.vault.environment.now.timeIntervalSince1970 * 1_000)
    return try hidden(
      among: texts.filter(\.key.isNote).map { Overlay(path: $0, bytes: $1, version: 0, modified: now) }, hide)
  }

  /// True where none of the texts is one of a note that would be hidden.
  private func shows(_ texts: [Overlay], _ hide: QueryTexts) throws -> Bool {
    // A look has one text of each path.
    var looks: [[NotePath: Overlay]] = []
    var places: [NotePath: Int] = [:]
    for text in Set(texts) {
      let place = places[text.path, default: 0]
      if place == looks.count { looks.append([:]) }
      looks[place][text.path] = text
      places[text.path] = place + 1
    }
    return try looks.allSatisfy { try hidden(among: Array($0.values), hide).isEmpty }
  }

  /// Those of notes, of which each is there once and no other is there, that would be hidden.
  private func hidden(among texts: [Overlay], _ hide: QueryTexts) throws -> Set<NotePath> {
    let vault = reader.vault.whole.overlaid(by: texts)
    let snapshot = try FileSnapshot(
      scan: ScanResult(folders: [], problems: []), pipeline: vault.pipeline, patterns: hide.patterns)
    return try HiddenNotes(visible, hide, VaultReader(vault, scan: nil) { _ in snapshot }).notes
  }

  // MARK: The texts of operations

  /// Nil where some are not known.
  private func texts(of entry: JournalEntry) throws -> [Overlay]? {
    var texts: [Overlay] = []
    for step in entry.steps {
      let found: [Overlay]?
      switch step {
      case .makeFolder, .removeFolder: continue
      case .write(let path, let before, let after): found = self.texts(path, [before, after], at: entry.head.time)
      case .create(let path, let bytes, _), .delete(let path, let bytes, _):
        found = self.texts(path, [bytes], at: entry.head.time)
      case .move(let from, let target): found = try self.texts(movedFrom: from, to: target)
      }
      guard let found else { return nil }
      texts += found
    }
    return texts
  }

  private func texts(_ path: NotePath, _ bytes: [[UInt8]], at time: Int64) -> [Overlay]? {
    path.isNote ? bytes.map { Overlay(path: path, bytes: $0, version: 0, modified: time) } : nil
  }

  /// Those of the notes that were moved, as they are now, by each name that they had. Nil where they are not there any more.
  private func texts(movedFrom from: NotePath, to target: NotePath) throws -> [Overlay]? {
    var place = target
    var found = try files(at: place)
    if found.isEmpty, Trash.holds(target) {
      // It may have come back.
      place = from
      found = try files(at: place)
    }
    guard !found.isEmpty else { return nil }
    var texts: [Overlay] = []
    for file in found {
      for name in [from, target] where !Trash.holds(name) {
        let path = file.moved(from: place, to: name)
        guard path.isNote, let text = try text(at: file, as: path) else { return nil }
        texts.append(text)
      }
    }
    return texts
  }

  /// Those that lie at a place; none where that is gone, as when the trash was emptied.
  private func files(at place: NotePath) throws -> [NotePath] {
    do { return try tree.files(at: place).map(\.path) } catch let error as ChangeError {
      try ShortageError.check("what was changed cannot be read", error)
      return []
    }
  }

  /// The text of a file, as a note of that path; nil for what is no regular file, or too large.
  private func text(at place: NotePath, as path: NotePath) throws -> Overlay? {
    do {
      let image = try FileImage.read(tree.place(place), limit: reader.configuration.maximumFileSize)
      return Overlay(
        path: path, bytes: image.bytes, version: 0, modified: FileStamp(image.status).mtimeNS / 1_000_000)
    } catch let error as ChangeError {
      try ShortageError.check("what was changed cannot be read", error)
      return nil
    }
  }
}

extension QueryTexts {
  /// True where it asks what other notes or tasks have to do with a note.
  fileprivate var asksAboutOthers: Bool {
    root?.terms.contains { term in
      switch term.predicate {
      case .link, .git, .isNote(.orphan), .isTask(.blocked): true
      default: false
      }
    } ?? false
  }
}
