extension Configuration {
  /// What holds where the configuration says nothing.
  package static let `default` = Configuration()

  static let defaultCategories = [
    LabelDefinition(name: "idea", icon: "💡"),
    LabelDefinition(name: "task", icon: "✅"),
    LabelDefinition(name: "journal", icon: "📓"),
    LabelDefinition(name: "health", icon: "🏥"),
    LabelDefinition(name: "goal", icon: "🎯"),
    LabelDefinition(name: "memory", icon: "🧠"),
    LabelDefinition(name: "finance", icon: "💰"),
    LabelDefinition(name: Note.defaultCategory, icon: "📝", title: "Note"),
  ]

  static let defaultSources = [
    LabelDefinition(name: Note.defaultSource, icon: "✏️"),
    LabelDefinition(name: "conversation", icon: "💬"),
    LabelDefinition(name: "voice", icon: "🎤"),
    LabelDefinition(name: "photo", icon: "📷"),
    LabelDefinition(name: "siri", icon: "🎙️"),
    LabelDefinition(name: "web", icon: "🌐"),
    LabelDefinition(name: "import", icon: "📥"),
  ]
}
