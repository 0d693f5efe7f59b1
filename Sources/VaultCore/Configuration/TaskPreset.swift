/// Instructions of the plugin Tasks' query language under a name.
package struct TaskPreset: Hashable, Sendable {
  package var name: String
  /// One instruction a line, or a part of one.
  package var text: String
}
