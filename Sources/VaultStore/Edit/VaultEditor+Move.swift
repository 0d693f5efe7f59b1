import VaultCore
import VaultPlatform

extension VaultEditor {
  /// False for the path of a file or folder that is hidden or ignored, so that no vault has it.
  package func sees(_ path: NotePath) throws -> Bool {
    guard !path.isHidden else { return false }
    let tree = try VaultTree(root: location.root)
    let isFolder = try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
    return try IgnoredPlaces(tree.root, rootPath: location.root, vault.scanOptions).reason(path, isFolder: isFolder)
      == nil
  }

  /// Moves notes, other files and whole folders, and rewrites every link to them, and theirs. A target that is a folder,
  /// or ends with `/`, takes them in; any other is the new path of the one that is moved. Relative targets count from the
  /// working folder where that lies in the vault.
  package func move(
    _ names: [String], to target: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("mv \(Self.list(names)) \(target)", options) { plan in
      let path = try vault.pathInVault(target)
      let isFolder = try target.hasSuffix("/") || path.text.isEmpty || plan.isFolder(path)
      let sources = try movable(names, plan)
      if sources.count > 1, !isFolder { throw MoveError.targetIsNoFolder(target) }
      let moves = try sources.map { from in
        (from, isFolder ? path.appending(from.nameBytes) : try plan.withExtension(path, of: from))
      }
      try move(moves, options, plan)
    }
  }

  /// Gives notes, files or folders other names in their folders. `newName` gets the name without a note's extension, and
  /// its number from 0 on. What it gives gets the old extension, always or where it has none.
  package func rename(
    _ names: [String], title: String, _ options: ChangeOptions = ChangeOptions(), keepingExtensions: Bool = false,
    _ newName: (String, Int) -> String
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      let moves = try movable(names, plan).enumerated().map { index, from in
        let old = try plan.isFolder(from) ? from.name : String(from.name.dropLast(from.fileExtension.count))
        let new = newName(old, index)
        if new.isEmpty { throw ChangeError(from, .refused("nothing would be left of its name; leave a letter of it")) }
        if new.contains("/") {
          throw ChangeError(
            NotePath(new), .refused("is no name within a folder; use \(command: .move) to move it to another"))
        }
        let path = NotePath(from.folder.isEmpty ? new : from.folder + "/" + new)
        return (from, try plan.withExtension(path, of: from, always: keepingExtensions))
      }
      try move(moves, options, plan)
    }
  }

  /// Gives several notes other names in their folders, in the order in which they are named. Extensions stay.
  package func rename(
    _ names: [String], by pattern: NamePattern, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let title = names.count == 1 ? "rename \(names[0])" : "rename \(names.count) notes"
    return try rename(names, title: title, options, keepingExtensions: true) {
      pattern.name(from: $0, at: $1, of: names.count)
    }
  }

  /// Moves files and folders, each to a path of its own, with all links. The paths are exact.
  package func move(
    _ moves: [PathMoves.Move], title: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change(title, options) { try move(moves, options, $0) }
  }

  /// Plans moves with the links that they ask for.
  private func move(_ moves: [PathMoves.Move], _ options: ChangeOptions, _ plan: ChangePlan) throws {
    let moves = moves.filter { $0.from != $0.to }
    // Links are rewritten for all that moves at once.
    if let first = moves.first, !plan.moves.isEmpty {
      throw ChangeError(
        first.from, .refused("cannot be moved together with what moves already; move them one after the other"))
    }
    var targets: [String: NotePath] = [:]
    let sources = Set(moves.map(\.from))
    for (from, to) in moves {
      if let folder = from.ancestors.first(where: sources.contains) { throw MoveError.movedTwice(from, with: folder) }
      if let other = targets.updateValue(from, forKey: LinkResolver.key(to.text)), other != from {
        throw MoveError.sameTarget(to)
      }
    }
    var files: [NotePath: NotePath] = [:]
    for (from, to, own) in try possible(moves, options, plan) {
      try plan.move(from, to: to)
      plan.record(ChangeRecord(.updated, to, from: from))
      for file in own { files[file] = file.moved(from: from, to: to) }
    }
    guard !files.isEmpty else { return }
    try rewriteLinks(files, plan)
    try tellBrokenLinks(files, others: plan.reader.symbolicLinks(), plan)
  }

  /// The moves that can be made, with their files: all of them, or those that the options want without the others.
  private func possible(
    _ moves: [PathMoves.Move], _ options: ChangeOptions, _ plan: ChangePlan
  ) throws -> [(from: NotePath, to: NotePath, files: [NotePath])] {
    var refused = UnchangeableNotes()
    var possible = try moves.compactMap { from, to in
      try refused.gather { (from: from, to: to, files: try files(movedFrom: from, to: to, plan)) }
    }
    // What stays keeps a place that another may have been meant to get.
    var count: Int
    repeat {
      count = possible.count
      let leaving = Set(possible.map(\.from))
      possible = try possible.filter { from, to, _ in
        try refused.gather { try plan.checkFree(to, except: from, leaving) } != nil
      }
    } while possible.count < count && options.skipsUnchangeable
    try plan.leaveOut(refused, of: moves.count, options)
    return possible
  }

  /// The files that a move takes along, as they are found. Throws where it cannot be made, unless its target is taken.
  private func files(movedFrom from: NotePath, to target: NotePath, _ plan: ChangePlan) throws -> [NotePath] {
    try plan.checkMove(from, to: target)
    // What is hidden is other programs' own, and goes along.
    return try plan.tree.files(at: from, where: { $0.first != 0x2E }).map(\.path).map { file in
      let new = file.moved(from: from, to: target)
      if let reason = try plan.ignored.reason(new), try plan.ignored.reason(file) == nil {
        throw ChangeError(new, .refused("\(reason)"))
      }
      return file
    }
  }

  /// What a move of files does to the links of notes, as a look sees them.
  private struct MovedLinks {
    var edits: [(path: NotePath, edits: [TextEdit])] = []
    /// What links may call the files.
    var names: [String]
    var after: MovedLinkDirectory
  }

  private func links(
    _ files: [NotePath: NotePath], seenBy reader: VaultReader, _ plan: ChangePlan, refused: (ChangeError) throws -> Void
  ) throws -> MovedLinks {
    let snapshot = try reader.snapshot
    var notes = IDSet()
    var names: [String] = []
    for (old, new) in files {
      var aliases: [String] = []
      if let id = try snapshot.note(at: old) {
        notes.insert(id)
        aliases = try snapshot.records(of: [id]).first?.aliases ?? []
      }
      names += [old.stem] + aliases
      let keys = LinkKey.all(to: old, aliases: aliases).union(LinkKey.all(to: new, aliases: []))
      notes.formUnion(try snapshot.notes(linkingToAny: keys))
    }
    let directory = snapshot.directory
    var links = MovedLinks(names: names, after: MovedLinkDirectory(before: directory, moves: files))
    let rewriter = LinkRewriter(before: directory, after: links.after, moves: files)
    try plan.forEachNote(snapshot.heads(of: notes).map(\.path).sorted(), refused: refused) { path, note in
      do {
        links.edits.append((path, try rewriter.edits(for: note, in: plan.text(path))))
      } catch let error as LinkRewriteError {
        throw ChangeError(path, .refused("\(error)"))
      }
    }
    return links
  }

  /// Tells all notes at once in which links cannot follow.
  private func rewriteLinks(_ files: [NotePath: NotePath], _ plan: ChangePlan) throws {
    var refused = UnchangeableNotes()
    func refuse(_ error: ChangeError) throws {
      switch error.cause {
      case .notUTF8: plan.notice("\(error.path): is not UTF-8, so its links stay as they are")
      // Told with the others that cannot be read.
      case .tooLarge: break
      default: try refused.add(error)
      }
    }
    // All edits are made for the texts as they are, so the plan changes only when all are known.
    let links = try links(files, seenBy: plan.reader, plan, refused: refuse)
    try plan.checkLinks(links.edits) { whole, refuse in
      try self.links(files, seenBy: whole, plan, refused: refuse).edits
    }
    for note in try plan.reader.partlyRead(.link(links.names)) {
      plan.notice(note.notice("links in it stay as they are"))
    }
    for path in try plan.apply(links.edits) {
      _ = try refused.gather { try plan.checkWritable(path) }
      if files[path] == nil { plan.record(ChangeRecord(.updated, path)) }
    }
    try refused.check(.bound)
    tellNamesakes(files, links.after, plan)
  }

  /// Says which other notes have the new names of notes that get others: links by name alone lead to one of them.
  private func tellNamesakes(_ files: [NotePath: NotePath], _ after: MovedLinkDirectory, _ plan: ChangePlan) {
    for (old, new) in files.sorted(by: { $0.value < $1.value }) where new.isNote && old.name != new.name {
      let others = after.named(foldedName: LinkResolver.key(new.name)).filter { $0.isNote && $0 != new }.sorted()
      guard let first = others.first else { continue }
      let more = others.count > 1 ? " and \(others.count - 1) more" : ""
      plan.notice(
        "\(new): \(first)\(more) has that name too, so that links and commands need the path.", isWarning: false)
    }
  }

  // MARK: The archive

  /// Moves the notes that were last updated before a day into the archive's folder, at the same path below it, with their
  /// links. Pinned ones stay, and what is archived already.
  package func archive(
    notUpdatedSince day: CivilDate, matching query: Query, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let folder = try archiveFolder
    return try change("archive notes not updated since \(day)", options) { plan in
      let old = try plan.reader.list(query).records.filter { record in
        !record.pinned && plan.reader.day(of: record.updated) < day && !record.path.isBelow(NotePath(folder))
      }
      try move(old.map { ($0.path, NotePath(folder + "/" + $0.path.text)) }.sorted { $0.0 < $1.0 }, options, plan)
    }
  }

  /// Moves notes to the archive, each into the folders there that it has now. Those that are there stay.
  package func archive(_ names: [String], _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    let folder = try archiveFolder
    return try change("archive \(Self.list(names))", options) { plan in
      let notes = try plan.reader.notes(named: names).filter { !$0.isBelow(NotePath(folder)) }
      try move(notes.map { ($0, NotePath(folder + "/" + $0.text)) }, options, plan)
    }
  }

  private var archiveFolder: String {
    get throws {
      let folder = try vault.configuredPlace(configuration.archiveFolder, setting: "archive").text
      guard !folder.isEmpty else {
        throw ConfiguredPlaceError(setting: "archive", text: configuration.archiveFolder)
      }
      return folder
    }
  }

  // MARK: Symbolic links

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

extension ChangePlan {
  /// The folder itself, not a link to one. False for one that may not be seen.
  func isFolder(_ path: NotePath) throws -> Bool {
    if path.text.isEmpty { return true }
    guard try reader.isVisible(folder: path) else { return false }
    return try tree.placeIfThere(path).flatMap { try VaultTree.kind($0) } == S_IFDIR
  }
}
