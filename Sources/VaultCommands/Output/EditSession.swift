import Foundation
import VaultCore
import VaultStore

/// A note in the person's editor, and back.
enum EditSession {
  static func run(_ name: String, _ context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let (path, original) = try vault.textToEdit(name)
    let copy = try EditedCopy(of: path, original)
    var status = try Editor(environment: context.environment.variables).run(copy.path)
    if status == 0 {
      let edited = try copy.read()
      if edited == original {
        context.note("\(path): nothing was changed.")
      } else {
        // On any error the copy stays: it is all there is of what was written.
        copy.isKept = true
        guard String(validating: edited, as: UTF8.self) != nil else {
          throw EditedCopy.Failure(
            path: copy.path, reason: "is not UTF-8 any more, so the note stays as it was; save it as UTF-8")
        }
        let outcome: ChangeOutcome
        do {
          outcome = try vault.finishEditing(path, from: original, to: edited, copy: copy.path)
        } catch {
          if !(error is EditConflictError) { context.warn("what you wrote is in \(copy.path)") }
          throw error
        }
        copy.isKept = false
        if outcome.end == .done, !context.options.quiet {
          try context.printer.line(
            context.terminal.outputIsTerminal
              ? StyledText("Updated ", context.theme[.success]) + context.printer.path(path)
              : context.printer.path(path))
        }
      }
    } else {
      if try copy.read() != original { copy.isKept = true } else { status = max(status, 1) }
      throw Editor.Failure(status: status, path: path, copy: copy.isKept ? copy.path : nil)
    }
    return .success
  }
}

/// The text that the editor gets: a file of the note's name in a folder of its own, which only its owner can read.
private final class EditedCopy {
  struct Failure: Error, CustomStringConvertible {
    var path: String
    var reason: String
    var description: String { "\(path): \(reason)" }
  }

  let path: String
  var isKept = false
  private let folder: String

  init(of note: NotePath, _ bytes: [UInt8]) throws {
    let base = FileManager.default.temporaryDirectory.path
    var template = Array("\(base)/vault-edit-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(path: base, reason: "cannot be written: \(String(cString: strerror(errno))); set TMPDIR")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/" + note.name
    guard try AtomicFile.create(path, bytes, mode: 0o600) else { throw Failure(path: path, reason: "is there already") }
  }

  deinit {
    guard !isKept else { return }
    // Swap files and backups of the editor's go with it.
    do { try FileManager.default.removeItem(atPath: folder) } catch {}
  }

  func read() throws -> [UInt8] {
    guard let bytes = try AtomicFile.read(path) else {
      throw Failure(path: path, reason: "is gone, so the note stays as it was; write the text to this file")
    }
    return bytes
  }
}
