import Foundation
import Testing
import VaultCore
import VaultPlatform
import VaultTestSupport

@testable import VaultStore

/// The archives that notes leave the vault in, unpacked by the system's own tar.
@Suite struct NoteArchiveTests {
  private static let deep = (1...12).map { "A rather long folder \($0)" }.joined(separator: "/")
  private static let files = [
    "Home.md": "---\r\nx: 1 # kept\r\n---\r\n![[a.png]] [[Käse]]\r\n", "a.png": "\0a", "Empty.md": "",
    "Käse & \u{1F600}.md": "umlaut\n", deep + "/Note.md": "deep\n",
    "Five hundred twelve.md": String(repeating: "x", count: 512), "line\nbreak.md": "x\n",
    "\(String(repeating: "n", count: 97)).md": "name of a hundred bytes\n", "not led to.png": "\0",
  ]

  private func unpacked(_ archive: [UInt8]) throws -> TemporaryFolder {
    let target = try TemporaryFolder()
    try Data(archive).write(to: URL(filePath: target.absolute("notes.tar")))
    let unpacking = Process()
    unpacking.executableURL = URL(filePath: "/usr/bin/env")
    unpacking.arguments = ["tar", "-xf", target.absolute("notes.tar"), "-C", target.absolute("")]
    try unpacking.run()
    unpacking.waitUntilExit()
    #expect(unpacking.terminationStatus == 0)
    return target
  }

  @Test func tarUnpacksEveryFileByteForByte() throws {
    let changed = try ChangedVault(Self.files)
    try changed.folder.setModificationTime(1_500_000_000_000_000_000, of: "Home.md")
    let vault = try changed.vault()
    let (file, problems) = try vault.read { try $0.export(Query(), withFiles: true) }.archive()
    #expect(problems == [])
    let target = try unpacked(file.bytes())
    for (path, text) in Self.files where path != "not led to.png" {
      #expect(try target.bytes(of: path) == Array(text.utf8), "\(path)")
    }
    #expect(!target.exists("not led to.png"))
    var status = stat()
    #expect(stat(target.absolute("Home.md"), &status) == 0 && FileStamp(status).mtimeNS == 1_500_000_000_000_000_000)
  }

  @Test func namesThatAreNoTextAreTold() throws {
    let long = [UInt8](repeating: 0x61, count: 120) + [0xFF]
    let first = TarHeader(path: NotePath(bytes: long + Array("1.md".utf8)), size: 0, modified: 0).bytes
    let second = TarHeader(path: NotePath(bytes: long + Array("2.md".utf8)), size: 0, modified: 0).bytes
    let target = try unpacked(first + second + TarHeader.end)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target.absolute("")).count == 3)
  }

  @Test func theSumAndTheSizeAreThoseOfTheHeader() {
    let header = TarHeader(path: NotePath("a.md"), size: 9, modified: 0).bytes
    #expect(header.count == 512 && Array(header[124..<136]) == Array("00000000011\0".utf8))
    var blank = header
    for place in 148..<156 { blank[place] = 0x20 }
    let sum = String(blank.reduce(0) { $0 + Int($1) }, radix: 8)
    #expect(String(decoding: header[148..<154], as: UTF8.self).hasSuffix(sum))
    #expect(TarHeader.padded([1]).count == 512 && TarHeader.padded([]).isEmpty)
  }
}
