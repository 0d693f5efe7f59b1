import VaultCore

/// What becomes of a file that a browser asks for: a table, since what a file holds may be anybody's.
enum FileTypes {
  private static let pictures = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "bmp": "image/bmp", "ico": "image/x-icon", "svg": "image/svg+xml",
  ]

  private static let others = [
    "pdf": "application/pdf", "txt": MediaType.text, "csv": "text/csv; charset=utf-8", "json": MediaType.json,
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac",
    "mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime",
  ]

  static func isPicture(_ path: NotePath) -> Bool { pictures[fileExtension(path)] != nil }

  /// The type, and true where a browser may show it in its place and need not keep it as a file.
  static func type(of path: NotePath) -> (type: String, isShown: Bool) {
    let name = fileExtension(path)
    if let type = pictures[name] ?? others[name] { return (type, true) }
    return (MediaType.bytes, false)
  }

  private static func fileExtension(_ path: NotePath) -> String {
    let name = path.name
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
