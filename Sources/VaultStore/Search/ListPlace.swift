import VaultCore

/// A place in an ordered list of notes, by what it is ordered by: what comes behind it can be told although notes have come
/// and gone meanwhile, so that whoever reads a list in pages gets no note twice and misses none.
package struct ListPlace: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case number(Double)
    case integer(Int64)
    case text(String)
    /// Notes are not told apart by it.
    case none
  }

  /// True for a pinned note of a list that begins with those.
  package var isPinned: Bool
  /// One for each key of the order.
  package var values: [Value]
  package var path: NotePath

  package init(isPinned: Bool, values: [Value], path: NotePath) {
    (self.isPinned, self.values, self.path) = (isPinned, values, path)
  }
}

/// A place that belongs to another list.
package struct ListPlaceError: Failure, Hashable {
  package init() {}

  package var kind: FailureKind { .badArgument }
  package var message: Message { "this is a place in another list; ask for the list from its beginning" }
}

/// A part of a list of notes.
package struct ListPage<Entry> {
  package var entries: [Entry]
  /// How many there are in the whole list.
  package var total: Int
  /// Where the next page begins; nil behind the last one.
  package var next: ListPlace?

  package init(entries: [Entry], total: Int, next: ListPlace?) {
    (self.entries, self.total, self.next) = (entries, total, next)
  }
}

extension ListPage: Sendable where Entry: Sendable {}
