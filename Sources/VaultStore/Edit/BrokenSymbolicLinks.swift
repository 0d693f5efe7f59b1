import VaultCore
import VaultPlatform

extension VaultEditor {
  /// Tells of each symbolic link that leads to its file now and will not when the files have moved: no link of this kind
  /// is ever rewritten. `others`: links of the vault that stay.
  func tellBrokenLinks(_ files: [NotePath: NotePath], others: [NotePath], _ plan: ChangePlan) throws {
    let moves = PathMoves(plan.moves)
    for link in (Array(files.keys) + others.filter { files[$0] == nil }).sorted() {
      guard let place = try plan.tree.placeIfThere(link), try VaultTree.kind(place) == S_IFLNK,
        let target = Self.target(of: place)
      else { continue }
      var status = stat()
      // One that leads nowhere cannot break.
      guard fstatat(place.folder.number, place.name, &status, 0) == 0 else { continue }
      let new = files[link] ?? link
      let before = absolute(target, from: link)
      let file = relativePath(of: before, beneath: Array(location.root.utf8)).map { NotePath(bytes: $0) }
      let wanted = file.map { file in
        joinedPath(Array(location.root.utf8), (files[file] ?? moves.afterFirst(file)).bytes)
      }
      guard absolute(target, from: new) != wanted ?? before else { continue }
      let shown = file?.text ?? String(decoding: before, as: UTF8.self)
      let now = wanted.flatMap { relativePath(of: $0, beneath: Array(location.root.utf8)) }.map { NotePath(bytes: $0) }
      let moved = now.map { ", which is \($0) now," } ?? ""
      plan.notice(
        "\(new): is a symbolic link to \(shown)\(file == now ? "" : moved) and no longer leads there; "
          + "make it anew with `ln -sfn`")
    }
  }

  private static func target(of place: VaultTree.Place) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(place.folder.number, place.name, &buffer, buffer.count)
    return count > 0 ? buffer[..<count].map { UInt8(bitPattern: $0) } : nil
  }

  /// By the names alone.
  private func absolute(_ target: [UInt8], from link: NotePath) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var parts: [ArraySlice<UInt8>] = []
    let isAbsolute = target.first == slash
    let start = isAbsolute ? [] : joinedPath(Array(location.root.utf8), link.parent.bytes)
    for part in (start + [slash] + target).split(separator: slash) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.flatMap { [slash] + $0 }
  }
}
