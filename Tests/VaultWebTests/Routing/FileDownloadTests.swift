import Testing

@testable import VaultWeb

@Suite(.serialized) struct FileDownloadTests {
  private let web: WebUnderTest

  init() throws {
    web = try WebUnderTest([
      "a.md": "![[p.png]]\n", "p.png": "0123456789", "x.html": "<script>", "d/y.svg": "<svg/>", "e": "",
    ])
  }

  private func bytes(_ response: WebResponse) throws -> String {
    guard case .file(let file) = response.body else { return response.text }
    var (reader, all) = (file.reader(), [UInt8]())
    while let piece = try reader.next() { all += piece }
    return String(decoding: all, as: UTF8.self)
  }

  @Test(arguments: [
    (nil, 200, "0123456789", nil), ("bytes=0-3", 206, "0123", "bytes 0-3/10"),
    ("bytes=4-", 206, "456789", "bytes 4-9/10"),
    ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=8-100", 206, "89", "bytes 8-9/10"),
    ("bytes=0-1,3-4", 200, "0123456789", nil), ("items=0-1", 200, "0123456789", nil),
  ])
  func ranges(field: String?, status: Int, content: String, range: String?) async throws {
    let response = await web.ask(.get, "/file/p.png", fields: field.map { [("range", $0)] } ?? [])
    #expect(response.status == status && response["content-range"] == range)
    #expect(try bytes(response) == content)
    #expect(response["content-type"] == "image/png" && response["accept-ranges"] == "bytes")
  }

  @Test(arguments: ["bytes=10-", "bytes=5-2", "bytes=-0", "bytes=a-b"])
  func rangesThatAreNone(field: String) async {
    #expect([200, 416].contains(await web.ask(.get, "/file/p.png", fields: [("range", field)]).status))
  }

  @Test func aFileThatIsKnown() async {
    let first = await web.ask(.get, "/file/p.png")
    let tag = first["etag"] ?? ""
    #expect(await web.ask(.get, "/file/p.png", fields: [("if-none-match", "W/\(tag)")]).status == 304)
    #expect(await web.ask(.get, "/file/p.png", fields: [("if-none-match", "\"other\"")]).status == 200)
  }

  @Test func whatMayRunIsKept() async {
    let page = await web.ask(.get, "/file/x.html")
    #expect(page["content-type"] == "application/octet-stream")
    #expect(page["content-disposition"]?.hasPrefix("attachment") == true)
    let picture = await web.ask(.get, "/file/d/y.svg")
    #expect(picture["content-type"] == "image/svg+xml")
    #expect(picture["content-security-policy"]?.hasPrefix("sandbox;") == true)
  }

  @Test func notesAreNoFiles() async {
    #expect(await web.ask(.get, "/file/a.md").status == 404)
    #expect(await web.ask(.get, "/file/d").status == 404)
  }

  @Test func picturesShowWhereTheyAreEmbedded() async {
    #expect(await web.page("/note/a.md").text.contains("<img src=\"/file/p.png\" alt=\"p.png\" loading=\"lazy\">"))
  }
}
