/// Items with all that is nested in them, to find out what is below one of them.
package struct TaskBlocks {
  /// Apart from each other, in the file's order.
  private var outermost: [SourceRange] = []

  package init(_ tasks: some Sequence<TaskLine>) {
    for block in tasks.map(\.block).sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where outermost.last.map({ $0.upperBound <= block.lowerBound }) ?? true {
      outermost.append(block)
    }
  }

  /// Whether a task stands below one of the items; none does so below itself.
  package func holdBelowAnother(_ task: TaskLine) -> Bool {
    let start = task.line.lowerBound
    var (low, high) = (0, outermost.count)
    while low < high {
      let middle = (low + high) / 2
      if outermost[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && outermost[low - 1].upperBound > start
  }
}
