extension Configuration {
  /// What holds where the configuration says nothing.
  package static let `default` = Configuration(
    ignore: [], respectGitignore: true, maximumFileSize: 16 << 20, indexPath: nil, theme: .grey, appearance: .auto,
    firstWeekday: 1, taskFormat: .emoji, nextOccurrence: .above, writesCreatedDates: false, taskFilter: nil,
    taskStatuses: StatusDefinition.defaults, taskPresets: [], searches: [],
    categories: [
      LabelDefinition(name: "idea", icon: "💡"),
      LabelDefinition(name: "task", icon: "✅"),
      LabelDefinition(name: "journal", icon: "📓"),
      LabelDefinition(name: "health", icon: "🏥"),
      LabelDefinition(name: "goal", icon: "🎯"),
      LabelDefinition(name: "memory", icon: "🧠"),
      LabelDefinition(name: "finance", icon: "💰"),
      LabelDefinition(name: Note.defaultCategory, icon: "📝", title: "Note"),
    ],
    sources: [
      LabelDefinition(name: Note.defaultSource, icon: "✏️"),
      LabelDefinition(name: "conversation", icon: "💬"),
      LabelDefinition(name: "voice", icon: "🎤"),
      LabelDefinition(name: "photo", icon: "📷"),
      LabelDefinition(name: "siri", icon: "🎙️"),
      LabelDefinition(name: "web", icon: "🌐"),
      LabelDefinition(name: "import", icon: "📥"),
    ],
    inbox: "Inbox.md", capture: .inbox, timestamps: .auto, newNoteName: "{{title}}", newNoteFolder: nil,
    newNoteTemplate: nil, templateFolder: nil, dailyFolder: nil, dailyFormat: nil, dailyTemplate: nil,
    archiveFolder: "Archive")
}
