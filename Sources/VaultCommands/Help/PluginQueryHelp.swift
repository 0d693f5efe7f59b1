/// `vault help tasks-query`: what is understood of the query language of the Obsidian plugin Tasks.
enum PluginQueryHelp {
  static let page = HelpPage(parts: [.text(text)])

  private static let text = """
    The query language of the Obsidian plugin Tasks, as its user guide describes it
    for version 8.4. `vault tasks run NOTE` runs the blocks that begin with ```tasks
    in a note, `vault tasks --tasks-query FILE` a query of its own. Each line is an
    instruction; all filters must hold. Upper and lower case are the same.

    Status
      done   not done   status.type is TODO   status.type is not DONE
      (TODO, IN_PROGRESS, ON_HOLD, DONE, CANCELLED, NON_TASK)

    Dates: due, done, scheduled, starts, created, cancelled, happens
      due before DATE, after, on, in, on or before, on or after
      has due date   no due date   due date is invalid
      DATE: 2026-01-31, two days, 2026-W05, 2026-01, 2026-Q1, 2026; this, last,
      next and week, month, quarter, year; today, tomorrow, yesterday, monday,
      next monday, last friday, 14 days ago, in two weeks; 14 October, May and
      12/27 of the nearest year; 12/27/2026 and 12.27.2026, the month first

    Text: description, path, root, folder, filename, heading, tag, recurrence, id,
    status.name
      path includes TEXT      path does not include TEXT
      path regex matches /…/  path regex does not match /…/i
      Regular expressions are JavaScript's, without references to groups.

    Others
      priority is high        priority is above, below, not none
      is recurring            is blocked   is blocking   (is not …)
      has tags, id, depends on             (no …)
      exclude sub-items

    Filters in (…), […], {…} or "…" are joined by AND, OR, XOR, NOT, AND NOT and
    OR NOT, in capitals; NOT binds most, then XOR, AND, OR. What is joined in one
    kind of delimiter may stand in another: ([not done] OR [due today]) AND (…).

    Order and groups
      sort by status, status.name, status.type, priority, urgency, due, scheduled,
        start, created, done, cancelled, happens, description, path, filename,
        heading, tag, tag 2, recurring, id, random; reverse behind it
      group by these but description, random and tag, and by tags, root, folder,
        backlink, recurrence; several nest
      limit 10   limit to 10 tasks   limit groups 5   limit groups to 5 tasks
      view columns by priority (the columns are shown as groups)

    What is shown
      short mode   full mode   explain
      hide, show and priority, due date, done date, cancelled date, depends on,
        tags, backlink (the place), urgency, task count, group count (behind the
        titles of the innermost groups); others change nothing

    Reuse
      preset NAME and {{preset.NAME}}, from the setting tasks.presets, from the
        plugin's settings in .obsidian, and the plugin's own: this_file,
        this_folder, this_folder_only, this_root, hide_everything and others
      {{query.file.path}}, pathWithoutExtension, root, folder, filename,
        filenameWithoutExtension; {{query.file.property('x')}}, hasProperty('x');
        a query outside of notes needs --for NOTE
      TQ_ properties of the note; the plugin's global query, unless a line says
        ignore global query
      # begins a comment, {{! }} encloses one; a line that ends with \\ goes on

    Scripts (filter, sort and group by function, other expressions in {{ }}) are
    not run: the query is refused, with a plain instruction that may do instead.
    """
}
