/// What becomes of each setting of Obsidian's plugin Tasks: a part of `vault help config` and `vault help settings`.
enum PluginSettingsHelp {
  static let text = """
    Settings of Obsidian's plugin Tasks, which .obsidian keeps for it, and the
    settings here that they stand for: they count where neither configuration says
    anything.
      globalFilter                     tasks.filter
      taskFormat                       tasks.format
      setCreatedDate                   tasks.created_dates
      setDoneDate                      tasks.done_dates
      setCancelledDate                 tasks.cancelled_dates
      recurrenceOnNextLine             tasks.next_occurrence: below
      removeScheduledDateOnRecurrence  tasks.repeat_scheduled_dates: false
      useFilenameAsScheduledDate       tasks.file_name_dates
      filenameAsDateFolders            tasks.file_name_date_folders
      filenameAsScheduledDateFormat    tasks.file_name_date_format
      statusSettings                   tasks.statuses
      presets                          tasks.presets, and beside them
      globalQuery                      none: it stands before every query of the
                                       plugin that is run here, too

    These are of the plugin's own windows, and change nothing here.
      removeGlobalFilter               lists show what a line says
      searchResults                    the number of tasks is the last line
      provideAccessKeys, isShownInEditModal
                                       there is no such dialog
      autoSuggestInEditor, autoSuggestMinMatch, autoSuggestMaxItems
                                       suggestions while one types
      headingOpened, dismissedNotices  what its windows looked like
      features, generalSettings, debugSettings, loggingOptions
                                       trials of the plugin, and its log
    """
}
