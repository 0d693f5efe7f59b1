import VaultCore

extension ChangePlan {
  /// Parsed as it will be after the changes planned so far, at its place before the moves.
  func note(_ path: NotePath, parser: inout NoteParser) throws -> Note {
    try text(path).withUnsafeBufferPointer { parser.parse($0, path: path, modified: 0).note }
  }

  /// Makes changes of a note's front matter. The result says whether anything changes; errors name the note.
  @discardableResult
  func changeFrontMatter(
    _ path: NotePath, _ changes: [FrontMatterChange], removingEmptyBlock: Bool = false
  ) throws -> Bool {
    do {
      return try replace(
        path,
        with: FrontMatterEditor.applying(changes, to: try text(path), removingEmptyBlock: removingEmptyBlock))
    } catch let error as FrontMatterEditError {
      throw ChangeError(path, .refused(error.description))
    }
  }

  /// Applies what an editor of text made, whose error gets the note's path in front.
  @discardableResult
  func edit(_ path: NotePath, _ make: ([UInt8]) throws -> [TextEdit]) throws -> Bool {
    let text = try text(path)
    do {
      return try replace(path, with: make(text).applied(to: text))
    } catch let error as ChangeError {
      throw error
    } catch let error as HeadingNameError {
      throw error
    } catch {
      throw ChangeError(path, .refused("\(error)"))
    }
  }
}
