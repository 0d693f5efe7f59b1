import VaultCore
import VaultPlatform
import VaultStore

/// A file of the vault that is no note. It may be anybody's, so nothing in it runs: pictures and media show, an SVG in a
/// sandbox, all else is kept as a file.
struct FileDownload {
  let application: WebApplication

  private static let sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

  func answer(_ request: WebRequest, _ path: NotePath) async throws -> WebResponse {
    let file = try await application.ask(Question { try $0.openedFile(at: path) }).value
    var status = stat()
    guard fstat(file.number, &status) == 0 else {
      throw WebProblem.notFound("There is no file \(ShownName.path(path.text)).")
    }
    let size = Int(status.st_size)
    // By what a file system tells of a change; a file is not read for it.
    let tag =
      "\"\(String(status.st_ino, radix: 36))-\(String(size, radix: 36))-\(String(Self.changed(status), radix: 36))\""
    var response = WebResponse(200)
    let (type, isShown) = FileTypes.type(of: path)
    response["content-type"] = type
    response["etag"] = tag
    response["accept-ranges"] = "bytes"
    response["content-security-policy"] = Self.sandbox
    response["content-disposition"] =
      (isShown ? "inline" : "attachment") + "; filename*=UTF-8''\(Self.encoded(path.name))"
    if request.field("if-none-match").flatMap(ETag.named(in:))?.contains(String(tag.dropFirst().dropLast())) == true {
      response.status = 304
      return response
    }
    guard let wanted = try range(request, size, tag) else {
      response.body = .file(ServedFile(descriptor: file, range: 0..<size))
      return response
    }
    response.status = 206
    response["content-range"] = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"
    response.body = .file(ServedFile(descriptor: file, range: wanted))
    return response
  }

  /// The part that is asked for; nil for all, also where several parts are asked for at once. Throws 416 where the file has no
  /// such part.
  private func range(_ request: WebRequest, _ size: Int, _ tag: String) throws(WebProblem) -> Range<Int>? {
    guard let field = request.field("range"), field.hasPrefix("bytes="), !field.contains(",") else { return nil }
    if let condition = request.field("if-range"), condition != tag { return nil }
    let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2 else { return nil }
    switch (parts[0], parts[1]) {
    case (let first?, let last) where first >= 0 && first < size && last.map({ $0 >= first }) ?? true:
      return first..<(last.map { min($0, size - 1) + 1 } ?? size)
    case (nil, let count?) where count > 0 && size > 0: return max(0, size - count)..<size
    default:
      var problem = WebProblem(416, "bad-argument", "The file has \(size) bytes, and not that part.")
      problem.members = [.init("size", .number("\(size)"))]
      throw problem
    }
  }

  private static func changed(_ status: stat) -> Int {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec
    #else
      status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    #endif
  }

  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte -> String in
      byte.isASCIILetterOrDigit || "-._".utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
