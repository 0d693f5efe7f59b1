/// A task in a person's words: `Buy milk !high @shopping due:tomorrow every week`.
///
/// Everything is read that a task's line can hold (emoji, inline fields, `(A)` at the start, `@work`), and
/// - `!highest`, `!high`, `!medium`, `!low`, `!lowest`, and `priority:high`;
/// - `due:`, `scheduled:` or `sched:`, and `start:` with a day in words, as `DayPhrase` reads them; they may follow the
///   emoji of a date, too;
/// - `every …` where nothing but tags stands between the rule and the next field or the end, and `repeat:every …`;
/// - `category:work`, `id:x`, `depends:a,b` or `dependsOn:a,b`, `onCompletion:delete`.
///
/// A day without a key is text, since titles speak of days (`Plan Friday's talk`). What looks like a field and cannot be
/// read is an error, not text. Words in backquotes are text, and `\due:` and `\every` stand for `due:` and `every`.
package struct QuickTask: Hashable, Sendable {
  /// A field, and what it was made of.
  package struct Understood: Hashable, Sendable {
    package var kind: TaskFieldKind
    /// As typed.
    package var words: String
    /// As it is stored: a day as `YYYY-MM-DD`, a priority by its name, ids joined by `, `.
    package var value: String
  }

  /// Its description holds no field.
  package var task: NewTask
  /// In the order in which they were typed.
  package var understood: [Understood] = []
  /// What stayed text and may have been meant otherwise, in sentences.
  package var hints: [String] = []

  /// Whitespace of all kinds are plain ones in the result. An error's range is in UTF-8 offsets of `text`.
  package init(_ text: String, days: DayPhrase) throws(QueryError) {
    var reader = QuickTaskReader(text, days: days)
    try reader.read()
    task = NewTask(description: try reader.description())
    hints = reader.hints
    for field in reader.fields {
      understood.append(.init(kind: field.kind, words: reader.words(of: field), value: field.value))
      task.values[field.kind] = field.value
    }
  }
}

/// A field where it stands in the text.
struct QuickTaskField: Hashable {
  var kind: TaskFieldKind
  var range: Range<Int>
  /// As `QuickTask.Understood` has it.
  var value: String
}
