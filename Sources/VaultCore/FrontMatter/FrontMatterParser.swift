/// Finds and reads the front matter of a note (formats.md, "A note").
package enum FrontMatterParser {
  /// `bytes` is the whole file; all ranges and places in the result are the file's.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> FrontMatter {
    let fence = FrontMatterFence.find(in: bytes)
    var frontMatter = FrontMatter(format: fence.format, range: fence.range, contentRange: fence.contentRange)
    let content = UnsafeBufferPointer(rebasing: bytes[fence.contentRange])
    switch fence.format {
    case .none:
      break
    case .yaml:
      (frontMatter.properties, frontMatter.diagnostics) = YAMLReader.read(
        content, firstLine: 2, subject: .frontMatter)
    case .toml:
      (frontMatter.properties, frontMatter.diagnostics) = TOMLFrontMatter.read(content, firstLine: 2)
    }
    return frontMatter
  }
}
