import ArgumentParser

/// The parser's completion scripts, mended. They know nothing of commands that are meant where none is named, as `list`
/// in `vault tasks --category work`; and in fish before version 4 they ask for the cursor's place in a way that fails.
enum CompletionScript {
  /// A command with others below it, of which one is meant where none is named.
  struct Family {
    var name: String
    var parts: [String]
    var usual: String
  }

  static func text(for shell: CompletionShell) -> String {
    mended(VaultCommand.completionScript(for: shell), shell, families)
  }

  static func mended(_ script: String, _ shell: CompletionShell, _ families: [Family]) -> String {
    let script =
      shell == .fish ? replacing("(__vault_tokens -tC)", by: "(commandline -ct | string length)", in: script) : script
    return families.reduce(script) { script, family in
      switch shell {
      case .bash: bash(script, family)
      case .zsh: zsh(script, family)
      case .fish: fish(script, family)
      default: script
      }
    }
  }

  static var families: [Family] {
    VaultCommand.configuration.subcommands.compactMap { command in
      guard let usual = command.configuration.defaultSubcommand else { return nil }
      return Family(
        name: command._commandName, parts: command.configuration.subcommands.map { $0._commandName },
        usual: usual._commandName)
    }
  }

  private static func bash(_ script: String, _ family: Family) -> String {
    inserting(
      """
          case "${unparsed_words[0]}" in
          \(family.parts.joined(separator: "|"))) ;;
          *)
              if [[ "${#unparsed_words[@]}" -le 1 ]]; then
                  COMPREPLY+=($(compgen -W '\(family.parts.joined(separator: " "))' -- "${cur}"))
              fi
              _vault_\(family.name)_\(family.usual)
              return
              ;;
          esac


      """, behind: "_vault_\(family.name)() {\n", in: script)
  }

  private static func zsh(_ script: String, _ family: Family) -> String {
    let beginning = "_vault_\(family.name)() {\n    local -i ret=1\n"
    let script = inserting(
      """
          case "${words[2]}" in
          \(family.parts.joined(separator: "|"))) ;;
          *)
              if (( CURRENT > 2 )) || [[ "${words[2]}" == -* ]]; then
                  _vault_\(family.name)_\(family.usual)
                  return
              fi
              ;;
          esac

      """, behind: beginning, in: script)
    guard let start = script.firstRange(of: beginning)?.upperBound else { return script }
    let rest = inserting(
      "        _vault_\(family.name)_\(family.usual) && ret=0\n",
      behind: "        _describe -V subcommand subcommands && ret=0\n", in: String(script[start...]))
    return String(script[..<start]) + rest
  }

  private static func fish(_ script: String, _ family: Family) -> String {
    let script = inserting(
      """
                  if not contains -- "$unparsed_tokens[2]" \(family.parts.joined(separator: " "))
                      set unparsed_tokens $unparsed_tokens[1] \(family.usual) $unparsed_tokens[2..]
                  end

      """, behind: "        case '\(family.name)'\n", in: script)
    let condition = "__vault_should_offer_completions_for_positional \"vault \(family.name)"
    return replacing(
      condition + "\" -eq 1'",
      by: condition + " \(family.usual)\" -eq 1; and test (__vault_tokens -pc)[-1] = \(family.name)'", in: script)
  }

  /// Behind the first place of `place`; a script without it stays as it is.
  private static func inserting(_ text: String, behind place: String, in script: String) -> String {
    guard let end = script.firstRange(of: place)?.upperBound else { return script }
    return String(script[..<end]) + text + script[end...]
  }

  private static func replacing(_ text: String, by other: String, in script: String) -> String {
    script.split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
