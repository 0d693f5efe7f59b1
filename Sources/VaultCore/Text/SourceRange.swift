/// A place in a file. Both numbers count from 1; `column` counts UTF-8 bytes, as `rg --column` does.
package struct SourceLocation: Hashable, Sendable, Comparable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (a: Self, b: Self) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// Half-open byte offsets into a file's raw bytes, a byte order mark included.
package typealias SourceRange = Range<Int>
