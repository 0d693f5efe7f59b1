import ArgumentParser

// Options and arguments that are texts of a person's own, which may begin with `-`. `value` is what help calls the text.

extension Option where Value == String? {
  init(
    _ help: String, value: String? = nil, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil
  ) {
    self.init(
      name: name, parsing: parsing, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: CommandLineArguments.decoded)
  }
}

extension Option where Value == [String] {
  init(wrappedValue: [String], _ help: String, value: String, completion: CompletionKind? = nil) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: CommandLineArguments.decoded)
  }
}

extension Argument where Value == String {
  init(_ help: String, value: String? = nil, completion: CompletionKind? = nil) {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: CommandLineArguments.decoded)
  }
}

extension Argument where Value == String? {
  init(_ help: String, value: String? = nil, completion: CompletionKind? = nil) {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: CommandLineArguments.decoded)
  }
}

extension Argument where Value == [String] {
  init(_ help: String, value: String, completion: CompletionKind) {
    self.init(
      help: ArgumentHelp(help, valueName: value), completion: completion, transform: CommandLineArguments.decoded)
  }

  init(wrappedValue: [String], _ help: String, value: String? = nil, completion: CompletionKind? = nil) {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: value), completion: completion,
      transform: CommandLineArguments.decoded)
  }
}
