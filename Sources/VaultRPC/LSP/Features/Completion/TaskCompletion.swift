import VaultCore
import VaultStore

/// Fields of a task, and the days and tasks that they name.
struct TaskCompletion {
  private let site: CompletionSite
  private let today: CivilDate
  private let firstWeekday: Int
  private let format: TaskFieldFormat

  init(_ site: CompletionSite, _ request: LanguageRequest, _ reader: VaultReader?) {
    self.site = site
    let environment = reader?.vault.environment ?? .live
    (today, firstWeekday) = (environment.today, environment.firstWeekday)
    format = reader?.vault.taskFormat ?? .emoji
  }

  private static let phrases =
    ["today", "tomorrow", "in 2 days", "in 3 days", "next week", "in 2 weeks", "next month"]
    + CivilDate.weekdayNames.map { $0.lowercased() } + ["end of month", "in 1 month", "in 6 months", "next year"]

  /// Days in words, shown with the day that they are; what was typed itself first, where it is one.
  func dates(of kind: TaskFieldKind) -> [CompletionOffer] {
    let phrase = DayPhrase(today: today, firstWeekday: firstWeekday)
    let typed = site.typed.trimmingCharacters()
    let matcher = NameMatcher(typed)
    let own = [typed].filter { !$0.isEmpty && !Self.phrases.contains($0.lowercased()) }
    return (own + Self.phrases.filter { matcher.matches($0) }).compactMap { words in
      do throws(QueryError) {
        let day = try phrase.day(of: words)
        return CompletionOffer(
          label: words, detail: "\(day.weekdayName), \(day)", kind: .value, range: site.range, newText: day.description)
      } catch {
        // Half of a phrase is none.
        return nil
      }
    }
  }

  private static let rules =
    [
      "every day", "every weekday", "every week", "every 2 weeks", "every month", "every month on the 1st",
      "every month on the last",
    ]
    + CivilDate.weekdayNames.map { "every week on \($0)" }
    + ["every 3 months", "every year", "every day when done", "every week when done", "every month when done"]

  /// Rules of recurrence, shown with the day that would follow today; what was typed itself first, where it is one.
  var rules: [CompletionOffer] {
    let typed = site.typed.trimmingCharacters()
    let own = Self.rules.contains(typed.lowercased()) || Recurrence(typed) == nil ? [] : [typed]
    let matcher = NameMatcher(typed)
    return (own + Self.rules.filter { matcher.matches($0) }).compactMap { rule in
      guard let next = Recurrence(rule)?.next(after: today) else { return nil }
      return CompletionOffer(
        label: rule, detail: "then \(next.weekdayName), \(next)", kind: .value, range: site.range, newText: rule)
    }
  }

  /// What begins a field, by its name: `due` gives 📅 or `[due::`, as the vault writes them.
  var fields: [CompletionOffer] {
    let typed = site.typed.hasPrefix("@") ? String(site.typed.dropFirst()) : site.typed
    let matcher = NameMatcher(typed)
    let kinds = TaskFieldKind.allCases.filter { $0 != .category && $0 != .priority }
    let fields = kinds.filter { Self.name($0).hasPrefix(typed.lowercased()) }.map { kind in
      CompletionOffer(
        label: Self.name(kind), detail: kind.sign, kind: .keyword, range: site.range, newText: opening(of: kind))
    }
    let priorities = TaskPriority.allCases.compactMap { priority -> CompletionOffer? in
      guard let sign = priority.sign, matcher.matches("priority \(priority.rawValue)") else { return nil }
      return CompletionOffer(
        label: "\(priority.rawValue) priority", detail: sign, kind: .keyword, range: site.range,
        newText: format == .inline ? "[priority:: \(priority.rawValue)]" : sign)
    }
    return fields + priorities
  }

  private static func name(_ kind: TaskFieldKind) -> String {
    switch kind {
    case .recurrence: "repeat"
    case .onCompletion: "on completion"
    case .dependsOn: "depends on"
    default: kind.rawValue
    }
  }

  private func opening(of kind: TaskFieldKind) -> String {
    format == .inline ? "[\(kind.inlineKey):: " : (kind.sign.map { $0 + " " } ?? "[\(kind.inlineKey):: ")
  }

  /// Ids of open tasks, with what the tasks say.
  func ids(_ reader: VaultReader) throws -> [CompletionOffer] {
    // Behind the last comma and its blanks.
    let all = Array(site.typed.utf8)
    let rest = all[(all.lastIndex(of: 0x2C).map { $0 + 1 } ?? 0)...].drop(while: \.isSpaceOrTab)
    let matcher = NameMatcher(String(decoding: rest, as: UTF8.self))
    return try reader.tasksBearingIDs().filter { $0.status.type.isOpen }.compactMap { task in
      guard let id = task.id, matcher.matches(id) || matcher.matches(task.description) else { return nil }
      return CompletionOffer(
        label: id, detail: ShownName.shortened(task.description), kind: .reference,
        range: site.range.lowerBound + rest.startIndex..<site.range.upperBound, newText: id)
    }
  }
}

extension StringProtocol {
  /// Without blanks at either end.
  fileprivate func trimmingCharacters() -> String {
    String(decoding: Array(utf8).trimming(where: \.isASCIIWhitespace), as: UTF8.self)
  }
}
