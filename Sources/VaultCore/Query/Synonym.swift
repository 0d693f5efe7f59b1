/// Words of other programs, and what they are called here: commands, options, operators and their values alike.
package enum Synonym {
  /// What `word` is called among `known`, in any case; empty where that is none of them.
  package static func names(for word: String, among known: some Sequence<String>) -> [String] {
    guard let names = table[word.lowercased()] else { return [] }
    let known = Set(known)
    return names.filter(known.contains)
  }

  /// The names of each word, the likeliest first. What stands here for a command is of no harm to an operator: only what
  /// there is of the kind that was asked for is offered.
  private static let table: [String: [String]] = [
    // Commands.
    "ls": ["list"], "dir": ["list", "path"], "tree": ["list"], "notes": ["list"],
    "find": ["search"], "grep": ["search"], "rg": ["search"], "ag": ["search"], "query": ["search"],
    "cat": ["show"], "view": ["show"], "print": ["show"], "read": ["show"], "less": ["show"], "render": ["show"],
    "delete": ["rm", "remove"], "del": ["rm", "remove"], "remove": ["rm"], "erase": ["rm", "remove"],
    "unlink": ["rm"], "rm": ["remove"], "untag": ["tag"], "move": ["mv"], "create": ["new", "add"], "touch": ["new"],
    "capture": ["add"], "daily": ["today", "every day"], "diary": ["journal"], "log": ["history"],
    "changes": ["history"],
    "revert": ["undo"], "restore": ["trash", "undo"], "check": ["doctor", "done"], "lint": ["doctor"],
    "verify": ["doctor"], "fsck": ["doctor"], "reindex": ["index"], "settings": ["config"], "preferences": ["config"],
    "info": ["stats"], "statistics": ["stats"], "todo": ["tasks", "add"],
    "todos": ["tasks"], "star": ["favorite"], "bookmark": ["pin", "favorite"], "bookmarks": ["pin"],
    "frontmatter": ["set"], "property": ["set"], "property:set": ["set"], "property:read": ["get"], "man": ["help"],
    "mentions": ["unlinked"], "similar": ["related"], "network": ["graph"], "incoming": ["backlinks"],
    "outgoing": ["links"], "migrate": ["import"], "autocomplete": ["completion"],
    // Commands of `vault tasks`.
    "complete": ["done"], "completed": ["done"], "finish": ["done"], "finished": ["done"], "close": ["done"],
    "closed": ["done"], "tick": ["done"], "dun": ["done"], "toggle": ["done"], "do": ["done"], "reopen": ["undo"],
    "uncheck": ["undo"],
    "begin": ["start"], "started": ["start"], "abort": ["cancel"], "drop": ["cancel"], "modify": ["edit"],
    "mod": ["edit"], "change": ["edit"], "deadline": ["due"], "defer": ["schedule"], "wait": ["schedule"],
    "snooze": ["due"], "postpone": ["due"], "delay": ["due"], "reschedule": ["schedule"], "plan": ["schedule"],
    "finalize": ["done"], "mark": ["done"], "pause": ["status"], "stop": ["status"], "prio": ["priority"],
    "recur": ["repeat"], "calendar": ["agenda"], "new": ["add"],
    // Options.
    "max-count": ["limit"], "max": ["limit"], "head": ["limit"], "number": ["limit"], "top": ["limit"],
    "first": ["limit"], "order": ["sort"], "order-by": ["sort"], "orderby": ["sort"], "sort-by": ["sort"],
    "files-with-matches": ["paths"], "files": ["paths"], "force": ["yes", "force"],
    "confirm": ["yes"], "preview": ["dry-run"], "noop": ["dry-run"], "no-act": ["dry-run"], "output": ["format"],
    "template": ["format"], "after-context": ["context"], "before-context": ["context"], "silent": ["quiet"],
    "group-by": ["group"], "label": ["tag"], "labels": ["tag"], "fix": ["verify"],
    // Operators, and what they take.
    "folder": ["path", "folder"], "directory": ["path", "folder"], "in": ["path"], "project": ["path"],
    "name": ["file", "title"], "filename": ["file"], "text": ["content"], "body": ["content"], "link": ["links"],
    "linksto": ["links"], "backlinks": ["links"], "modified": ["updated"], "changed": ["updated"], "mtime": ["updated"],
    "date": ["updated", "due"], "since": ["created"], "status": ["is"], "state": ["is"], "contains": ["content"],
    "open": ["todo"], "incomplete": ["todo"], "pending": ["todo"], "active": ["todo"], "late": ["overdue"],
    "starred": ["favorite"], "bookmarked": ["pinned"], "repeating": ["recurring"], "duedate": ["due"],
    "due-date": ["due"], "image": ["attachment"], "repeats": ["recurrence"], "urgent": ["highest"], "hi": ["high"],
    "normal": ["none"], "1": ["highest"], "2": ["high"], "3": ["medium"], "a": ["high"], "b": ["medium"], "c": ["low"],
    // Rules.
    "weekly": ["every week"], "monthly": ["every month"], "yearly": ["every year"],
    "annually": ["every year"], "weekdays": ["every weekday"], "fortnightly": ["every 2 weeks"],
    "biweekly": ["every 2 weeks"], "quarterly": ["every 3 months"],
  ]
}

extension Suggestion {
  /// What a word that is none of `candidates` may mean: what other programs call one of them, else those whose names are
  /// near.
  package static func meant(by text: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let names = Synonym.names(for: text, among: candidates)
    return names.isEmpty ? nearest(to: text, among: candidates, limit: limit) : Array(names.prefix(limit))
  }
}
