import ArgumentParser
import VaultCore
import VaultStore

/// `vault mv`
struct MoveCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Move notes and folders, with every link to them.",
    discussion: """
      Links of all kinds are rewritten so that each leads where it led: wikilinks, embeds, Markdown links, reference \
      definitions, links in front matter; in the form they have, with headings, blocks and aliases. All of it or nothing. \
      Symbolic links stay as they are; those that would lead nowhere are named.

      A folder that has a note's name is named with / at its end. Files other than notes keep their extension where the \
      new name has none.

      Examples:
        vault mv Bike Archive/
        vault mv 'Projects/The Salt Road.md' Projects/Korvin.md --dry-run
        vault mv Projects/ Work/Projects
        vault list tag:meeting -0 | vault mv - Archive/ --yes
      """)

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var changing: EachConfirmedArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if notes.notes.count < 2 { throw ValidationError("Give what is to be moved, and where to") }
    if notes.notes.last?.isEmpty == true { throw ValidationError("Give the target's name; . is this folder") }
    if notes.notes.last == "-" { throw ValidationError("The target comes last; - stands before it") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var sources = notes
    let target = sources.notes.removeLast()
    let asking = changing.options(.forSeveralFiles, context) {
      "Move \($0.movedCount)\($0.withLinks)?"
    }
    let isNewFolder = try context.read { try target.hasSuffix("/") && !$0.isFolder(target) }
    let outcome = try context.editor().move(sources.names(), to: target, asking)
    let status = try ChangeReport.print(outcome, changing.change, context)
    if isNewFolder, outcome.end == .done || outcome.end == .dryRun {
      context.note("\"\(ShownName.quoted(target))\" is a new folder.")
    }
    return status
  }
}
