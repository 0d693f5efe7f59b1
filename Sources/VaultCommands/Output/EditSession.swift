import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// A note in the person's editor, and back.
enum EditSession {
  /// `line`: where the editor is to begin, if it can be told, from 1.
  static func run(_ name: String, line: Int? = nil, _ context: CommandContext) throws -> ExitStatus {
    let (path, original) = try context.read { try $0.textToEdit(name) }
    let copy = try EditedCopy(of: path, original)
    let status = try Editor(environment: context.environment.variables, setting: context.vault().configuration.editor)
      .run(copy.path, line: line)
    guard status == 0 else {
      copy.isKept = copy.hasMore
      let kept = copy.isKept ? " What it left is in \(copy.place)" : ""
      throw CommandFailure(
        kind: .refused,
        message: status == 127
          ? "\(path): the editor cannot be started; set VISUAL or EDITOR.\(kept)"
          : "\(path): the editor ended with status \(status), so the note stays as it was.\(kept)")
    }
    let edited = try copy.read()
    if edited == original {
      context.note("\(path): nothing was changed.")
      return .success
    }
    // On any error the copy stays: it is all there is of what was written.
    copy.isKept = true
    guard String(validating: edited, as: UTF8.self) != nil else {
      throw EditedCopy.failure(
        copy.path, "is not UTF-8 any more, so the note stays as it was; save it as UTF-8")
    }
    let outcome: ChangeOutcome
    do {
      outcome = try context.editor().finishEditing(path, from: original, to: edited, copy: copy.path)
    } catch let error as EditConflictError {
      throw error
    } catch {
      // It did not get into the note, for a reason that is not about the text.
      throw CommandFailure(
        kind: (error as? any Failure)?.kind ?? .refused, message: "\(error). What you wrote is in \(copy.path)")
    }
    copy.isKept = false
    if outcome.end == .done { context.hasChanged = true }
    if outcome.end == .done, !context.options.quiet { try ChangeReport.write([ChangeRecord(.updated, path)], context) }
    return .success
  }
}

/// The text that the editor gets: a file of the note's name in a folder of its own, which only its owner can read.
private final class EditedCopy {
  static func failure(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(kind: .unreadable, message: "\(path): \(reason)")
  }

  let path: String
  var isKept = false
  private let folder: String
  private let original: [UInt8]

  init(of note: NotePath, _ bytes: [UInt8]) throws {
    original = bytes
    let base = FileManager.default.temporaryDirectory.path
    var template = Array("\(base)/vault-edit-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Self.failure(base, "cannot be written: \(String(cString: strerror(errno))); set TMPDIR")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/" + note.name
    guard try AtomicFile.create(path, bytes, mode: 0o600) else { throw Self.failure(path, "is there already") }
  }

  deinit {
    guard !isKept else { return }
    // Swap files and backups of the editor's go with it.
    do { try FileManager.default.removeItem(atPath: folder) } catch {}
  }

  /// True when there is anything but the copy as it was: changes, or what an editor that failed left beside it.
  var hasMore: Bool {
    // Nothing is thrown away unseen: what cannot be read counts.
    do { return try !files().isEmpty && (place != path || AtomicFile.read(path, limit: .max) != original) } catch {
      return true
    }
  }

  /// The copy where it is alone in its folder, else the folder.
  var place: String {
    do { return try files() == [path] ? path : folder } catch { return folder }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
  }

  func read() throws -> [UInt8] {
    guard let bytes = try AtomicFile.read(path, limit: .max) else {
      isKept = hasMore
      let rest = isKept ? "what the editor left is beside it, in \(folder)" : "write the text to this file"
      throw Self.failure(path, "is gone, so the note stays as it was; \(rest)")
    }
    return bytes
  }
}
