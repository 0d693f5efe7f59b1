import VaultCore
import VaultInterface
import VaultStore

/// Prints tasks, one line each.
package struct TaskRows {
  private let layout: TaskRowLayout
  private let sink: OutputSink

  /// So many lines are made before any of them is written.
  private static let linesAtOnce = 16 * ConcurrentShares.size

  /// - Parameters:
  ///   - indent: Whitespace before each line.
  ///   - depths: How many tasks each stands below; none below any where there are none.
  ///   - dates: What stands in the column of dates; by the tasks where there are none.
  package init(
    _ tasks: [TaskView], indent: Int, showsPlace: Bool = true, showsUrgency: Bool = false, printer: Printer,
    vault: ListedVault, depths: [Int] = [], dates: [TaskDateText.Shown] = []
  ) {
    layout = TaskRowLayout(
      tasks, indent: indent, showsPlace: showsPlace, showsUrgency: showsUrgency, printer: printer, vault: vault,
      depths: depths, dates: dates)
    sink = printer.sink
  }

  /// Prints the tasks at these places.
  package func write(_ places: [Int]) throws {
    for start in stride(from: 0, to: places.count, by: Self.linesAtOnce) {
      let lines = ConcurrentShares.map(start..<min(start + Self.linesAtOnce, places.count)) { [layout] share in
        var out: [UInt8] = []
        for place in places[share] { layout.append(place, to: &out) }
        return out
      }
      for lines in lines { try sink.write(lines) }
    }
  }
}
