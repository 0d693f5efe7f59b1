import Foundation
import Synchronization
import VaultCore

/// What a session keeps of its index from one question to the next, so that not every list and search reads all notes and
/// puts them in order anew.
///
/// As long as a note says the same, it keeps its number in the index, and no other note ever gets that number: what is known
/// of a number stays true. What is about all notes is true for one generation of the index.
final class KeptNotes: Sendable {
  /// By what a list is sorted.
  struct Order: Hashable {
    var keys: [Query.SortKey]
    /// Dates without a zone are read in this one.
    var timeZone: TimeZone
  }

  struct OpenTask {
    var note: Int
    var task: TaskItem
  }

  private struct State {
    var identity: Int64 = 0
    /// By number. Those of notes that are no more are among them until the next are read from the beginning.
    var heads: [NoteHead] = []
    /// All notes with lower numbers are known.
    var next = 1
    var generation: Int64 = 0
    var handles: TaskHandleTable?
    /// Those of notes with numbers below `nextNamed`.
    var names = BegunNames()
    var nextNamed = 1
    /// Aliases and tags.
    var otherNames: BegunNames?
    /// The numbers of all notes.
    var orders: [Order: [Int]] = [:]
    var openTasks: [OpenTask]?
    var hasTooManyTasks = false
  }

  private let state = Mutex(State())
  /// Whoever browses sorts in a few ways.
  private static let mostOrders = 8
  /// More open tasks than that take too much memory, about a kilobyte each.
  static let mostTasks = 10_000

  /// What is known of the index whose notes have numbers below `next`, with what `read` tells of those from a number on.
  /// Nil where nothing is known, and `isWorthReading` is false.
  func heads(
    of index: Int64, below next: Int, count: Int, isWorthReading: Bool, read: (_ first: Int) throws -> [NoteHead]
  ) rethrows -> [NoteHead]? {
    var (known, first) = state.withLock { state -> ([NoteHead], Int) in
      let isKnown = state.identity == index && state.heads.count <= 2 * count + 100
      return isKnown ? (state.heads, state.next) : ([], 1)
    }
    if first >= next { return known }
    guard first > 1 || isWorthReading else { return nil }
    known += try read(first)
    first = next
    state.withLock { state in
      // Another question may know more meanwhile.
      if state.identity == index, state.next >= next, state.heads.count <= known.count { return }
      if state.identity != index { state = State(identity: index) }
      (state.heads, state.next) = (known, next)
    }
    return known
  }

  /// The handles of all tasks in one state of the index.
  func handles(in ground: IndexState, make: () throws -> TaskHandleTable) rethrows -> TaskHandleTable {
    if let known = known(in: ground, { $0.handles }) { return known }
    let handles = try make()
    keep(in: ground) { $0.handles = handles }
    return handles
  }

  /// The titles and file names of notes of that index, of `heads` among them.
  func names(of index: Int64, _ heads: [NoteHead], below next: Int) -> BegunNames {
    var (names, first) = state.withLock { state in
      // Two for each note; as many may be those of notes that are no more. An earlier look may have notes that are not among
      // those of a later one.
      let isKnown =
        state.identity == index && state.nextNamed <= next && state.names.count <= 4 * heads.count + 200
      return isKnown ? (state.names, state.nextNamed) : (BegunNames(), 1)
    }
    if first == next { return names }
    var scanner = WordScanner()
    for head in heads[heads.partitioningIndex { $0.id >= first }...] { names.append(head, &scanner) }
    first = next
    state.withLock { state in
      if state.identity == index, state.nextNamed <= next { (state.names, state.nextNamed) = (names, next) }
    }
    return names
  }

  func otherNames(in ground: IndexState, make: () throws -> BegunNames) rethrows -> BegunNames {
    if let known = known(in: ground, { $0.otherNames }) { return known }
    let names = try make()
    keep(in: ground) { $0.otherNames = names }
    return names
  }

  /// The numbers of all notes in an order, in one state of the index.
  func order(_ order: Order, in ground: IndexState, make: () throws -> [Int]) rethrows -> [Int] {
    if let known = known(in: ground, { $0.orders[order] }) { return known }
    let numbers = try make()
    keep(in: ground) { state in
      if state.orders.count >= Self.mostOrders { state.orders = [:] }
      state.orders[order] = numbers
    }
    return numbers
  }

  /// All open tasks in one state of the index, as they were read; nil where they were not, or are too many.
  func openTasks(in ground: IndexState) -> [OpenTask]? { known(in: ground) { $0.openTasks } }

  /// Nil: they are too many.
  func keep(_ tasks: [OpenTask]?, in ground: IndexState) {
    keep(in: ground) { ($0.openTasks, $0.hasTooManyTasks) = (tasks, tasks == nil) }
  }

  func hasTooManyTasks(in ground: IndexState) -> Bool { known(in: ground) { $0.hasTooManyTasks } ?? false }

  private func known<Value>(in ground: IndexState, _ value: (State) -> Value?) -> Value? {
    state.withLock { $0.identity == ground.identity && $0.generation == ground.generation ? value($0) : nil }
  }

  private func keep(in ground: IndexState, _ change: (inout State) -> Void) {
    state.withLock { state in
      if state.identity != ground.identity { state = State(identity: ground.identity) }
      if state.generation != ground.generation {
        // What an earlier look finds out late is of no use to anybody.
        guard state.generation < ground.generation else { return }
        (state.generation, state.handles, state.orders, state.otherNames) = (ground.generation, nil, [:], nil)
        (state.openTasks, state.hasTooManyTasks) = (nil, false)
      }
      change(&state)
    }
  }
}
