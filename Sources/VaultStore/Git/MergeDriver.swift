import Dispatch
import Synchronization
import VaultCore
import VaultPlatform

/// One note merged for git, in the place of `git merge-file`: what git settles is as git has it, and what it leaves open is
/// settled by what stands there, as far as rules go. Nothing but the three files is read, and git's configuration.
package struct MergeDriver {
  /// What git hands over.
  package struct Request: Sendable {
    /// Paths, relative to the working folder.
    package var base: String
    /// This file becomes the result.
    package var ours: String
    package var theirs: String
    /// How many signs a conflict's marks have.
    package var markerSize: Int
    /// True where paragraphs that both sides put in at one place are both meant.
    package var appends: Bool

    package init(base: String, ours: String, theirs: String, markerSize: Int, appends: Bool = false) {
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
      (self.markerSize, self.appends) = (markerSize, appends)
    }
  }

  private struct Answer {
    /// True where git leaves a place open.
    var isOpen: Bool
    var text: [UInt8]
  }

  /// An absolute path: where git runs its drivers.
  private let folder: String
  private let variables: [String: String]
  private var git: GitProcess { GitProcess(folder: folder, variables: variables) }

  package init(folder: String, variables: [String: String]) {
    (self.folder, self.variables) = (folder, variables)
  }

  /// Returns false where a place is left open, for a person. Where it throws, no file has changed.
  package func run(_ request: Request) throws -> Bool {
    let files = [request.ours, request.base, request.theirs]
    let texts: [[UInt8]]
    do {
      texts = try files.map { try read($0) }
    } catch let error as AtomicFileError where error.isTooLarge {
      // None for the rules.
      return try put(answer(files, request.markerSize), in: request, over: nil)
    }
    // Git merges none of these and keeps ours.
    if texts.contains(where: { $0.prefix(Self.binaryPrefix).contains(0) }) { return false }
    let (ours, base, theirs) = (texts[0], texts[1], texts[2])
    guard let merge = GivenHunksMerge(base: base, ours: ours, theirs: theirs) else {
      return try put(answer(files, request.markerSize), in: request, over: ours)
    }
    let preparation = MergePreparation(merge, git)
    let merged = try merge.result {
      preparation.wait().texts
    } options: {
      try preparation.wait().settings.get().options(appends: request.appends)
    } lines: { base, ours, theirs, size in
      try self.answer([ours, base, theirs], givenAs: texts, in: files, size)
    }
    switch merged {
    case nil: return try put(answer(files, request.markerSize), in: request, over: ours)
    case .merged(let text): return try put(Answer(isOpen: false, text: text), in: request, over: ours)
    case .open(let regions):
      let style = try preparation.wait().settings.get().style
      let markers = ConflictMarkers(style: style, size: request.markerSize)
      return try put(Answer(isOpen: true, text: markers.text(of: regions)), in: request, over: ours)
    }
  }

  /// As git tells binary files.
  private static let binaryPrefix = 8_000

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = try AtomicFile.read(place(of: path), limit: NoteMerge.largestText) else {
      throw MergeDriverError(missingFile: path)
    }
    return bytes
  }

  private func place(of path: String) -> String { path.isAbsolutePath ? path : folder + "/" + path }

  /// The result, put whole into the place of ours, whose text `old` is. A program that ends within leaves ours.
  private func put(_ answer: Answer, in request: Request, over old: [UInt8]?) throws -> Bool {
    if answer.text != old {
      let path = place(of: request.ours)
      var status = stat()
      let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
      // Git reads it back at once and deletes it.
      try AtomicFile.replace(path, answer.text, mode: mode, isLasting: false)
    }
    return !answer.isOpen
  }

  // MARK: Git

  /// The most places of which git tells the number.
  private static let mostOpenPlaces: Int32 = 127

  /// `files`: ours, base and theirs. `markerSize`: given with the base shown, too.
  private func answer(_ files: [String], _ markerSize: Int, showsBase: Bool = false) throws -> Answer {
    let (status, text) = try git.answer(
      ["merge-file", "-p", "--marker-size=\(markerSize)"] + (showsBase ? ["--diff3"] : [])
        + ["-L", "ours", "-L", "base", "-L", "theirs", "--"] + files.map(place),
      accepting: 0...Self.mostOpenPlaces)
    return Answer(isOpen: status != 0, text: text)
  }

  /// Git's answer for texts that stand in `files` already, or, where they were made of these, in files for the moment.
  private func answer(
    _ texts: [[UInt8]], givenAs given: [[UInt8]], in files: [String], _ markerSize: Int
  ) throws -> [UInt8] {
    if texts == given { return try answer(files, markerSize, showsBase: true).text }
    let folder = try MomentaryFolder(variables: variables)
    let paths = try zip(["ours", "base", "theirs"], texts).map { try folder.write($1, to: $0) }
    return try answer(paths, markerSize, showsBase: true).text
  }
}

/// What a merge needs to know besides git's answer, found on a thread of its own while git works. Nobody has to wait for it.
private final class MergePreparation: Sendable {
  struct Found {
    var texts: GivenHunksMerge.Prepared
    var settings: Result<MergeSettings, any Error>

    init(_ merge: GivenHunksMerge, _ git: GitProcess) {
      texts = merge.prepared()
      settings = Result { try MergeSettings(git) }
    }
  }

  private let find: @Sendable () -> Found
  private let found = Mutex<Found?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ merge: GivenHunksMerge, _ git: GitProcess) {
    find = { Found(merge, git) }
    let isStarted = OwnThread.start { [self] in
      let found = find()
      self.found.withLock { $0 = found }
      hasEnded.signal()
    }
    // Then it is found where it is asked for.
    if !isStarted { hasEnded.signal() }
  }

  func wait() -> Found {
    hasEnded.wait()
    // For whoever asks next.
    hasEnded.signal()
    return found.withLock { known in
      let found = known ?? find()
      known = found
      return found
    }
  }
}

/// A merge that could not be made. Ours is as it was.
package struct MergeDriverError: Failure, Hashable {
  /// A file that git should have handed over.
  package let missingFile: String

  package var kind: FailureKind { .unreadable }
  package var message: Message {
    "\(missingFile): there is no such file; git hands three files over, the base, ours and theirs"
  }
}
