import VaultCore

extension VaultReader {
  /// Files of the kinds that people put into notes, and that nothing in the vault names. A file of another kind (a licence, a
  /// script, a canvas) has a purpose of its own.
  func attachmentFindings() throws -> [Finding] {
    try unusedAttachments().filter(Self.isAttached).map { path in
      Finding(
        path: path,
        diagnostic: Diagnostic(
          .attachmentOrphan, at: SourceLocation(line: 1, column: 1),
          "no note links to this file; link to it, or delete it"))
    }
  }

  private static let attachedExtensions: Set<String> = [
    "3gp", "avif", "bmp", "docx", "epub", "flac", "gif", "heic", "jpeg", "jpg", "m4a", "mkv", "mov", "mp3", "mp4",
    "odp",
    "ods", "odt", "ogg", "ogv", "opus", "pdf", "png", "pptx", "svg", "tif", "tiff", "wav", "webm", "webp", "xlsx",
  ]

  /// True for names of the kinds of files that people put into notes.
  package static func isAttached(_ path: NotePath) -> Bool {
    path.name.split(separator: ".").last.map { attachedExtensions.contains($0.lowercased()) } ?? false
  }
}
