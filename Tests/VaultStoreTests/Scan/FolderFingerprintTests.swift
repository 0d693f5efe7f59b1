import Testing

@testable import VaultStore

@Suite struct FolderFingerprintTests {
  private static let stamp = FileStamp(size: 10, mtimeNS: 20, ctimeNS: 30, device: 40, inode: 50)

  private func fingerprint(_ entries: [(name: String, stamp: FileStamp?)]) -> UInt64 {
    var fingerprint = FolderFingerprint()
    for (name, stamp) in entries { add(name, stamp, to: &fingerprint) }
    return fingerprint.value
  }

  private func add(_ name: String, _ stamp: FileStamp?, to fingerprint: inout FolderFingerprint) {
    Array(name.utf8).withUnsafeBytes {
      if let stamp {
        fingerprint.add(note: $0, stamp, .ofThisProcess)
      } else {
        fingerprint.add(file: $0, .ofThisProcess)
      }
    }
  }

  @Test func orderDoesNotMatter() {
    var entries = (0..<50).map { k -> (name: String, stamp: FileStamp?) in
      var stamp = Self.stamp
      stamp.inode = UInt64(k)
      return ("note \(k)", k % 3 == 0 ? nil : stamp)
    }
    let forwards = fingerprint(entries)
    entries.reverse()
    #expect(fingerprint(entries) == forwards)
    entries.swapAt(3, 30)
    #expect(fingerprint(entries) == forwards)
  }

  @Test func eachFieldCounts() {
    let s = Self.stamp
    let changed = [
      FileStamp(size: 11, mtimeNS: s.mtimeNS, ctimeNS: s.ctimeNS, device: s.device, inode: s.inode),
      FileStamp(size: s.size, mtimeNS: 21, ctimeNS: s.ctimeNS, device: s.device, inode: s.inode),
      FileStamp(size: s.size, mtimeNS: s.mtimeNS, ctimeNS: 31, device: s.device, inode: s.inode),
      FileStamp(size: s.size, mtimeNS: s.mtimeNS, ctimeNS: s.ctimeNS, device: 41, inode: s.inode),
      FileStamp(size: s.size, mtimeNS: s.mtimeNS, ctimeNS: s.ctimeNS, device: s.device, inode: 51),
    ]
    let all = ([s] + changed).map { fingerprint([("a.md", $0)]) }
    #expect(Set(all).count == all.count)
  }

  @Test func swappedValuesCount() {
    var first = Self.stamp
    var second = Self.stamp
    (first.mtimeNS, second.ctimeNS) = (77, 88)
    #expect(fingerprint([("a.md", first), ("b.md", second)]) != fingerprint([("b.md", first), ("a.md", second)]))
    var turned = Self.stamp
    swap(&turned.mtimeNS, &turned.ctimeNS)
    #expect(fingerprint([("a.md", turned)]) != fingerprint([("a.md", Self.stamp)]))
  }

  @Test func namesCountAndWhetherTheyAreNotes() {
    let all = [
      fingerprint([]), fingerprint([("a.md", Self.stamp)]), fingerprint([("b.md", Self.stamp)]),
      fingerprint([("a.md", nil)]), fingerprint([("b.md", nil)]), fingerprint([("a.md", nil), ("b.md", nil)]),
      fingerprint([("a.md", nil), ("a.md", nil)]), fingerprint([("", nil)]),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func namesOfEveryLengthHashApart() {
    let names = (0..<40).flatMap { length in
      [[UInt8](repeating: 0x61, count: length), [UInt8](repeating: 0, count: length)]
    }
    #expect(Set(names.map(\.nameHash)).count == 79)
  }

  @Test func partsMergeToTheWhole() {
    var left = FolderFingerprint()
    add("a.md", Self.stamp, to: &left)
    var right = FolderFingerprint()
    add("b.png", nil, to: &right)
    left.merge(right)
    #expect(left.value == fingerprint([("b.png", nil), ("a.md", Self.stamp)]))
  }
}
