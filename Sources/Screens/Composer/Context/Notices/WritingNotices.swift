/// Notices about editing keys, spelling, the edit of a message and the history.
///
/// A notice says what happened. What the user can do next follows a semicolon, with the key or command that does it.
nonisolated extension Notice {
  // MARK: Editing

  package static func notBound(_ keys: String) -> Notice { Notice("\(keys) is not bound") }

  /// There is nothing to undo, neither in the text nor among the delayed actions.
  package static let nothingToUndo = Notice("Nothing to undo")

  /// The composer is empty because its text was sent.
  ///
  /// - Parameters:
  ///   - select: the key that selects a message.
  ///   - delete: the key that deletes the selected message.
  static func nothingToUndo(selectedBy select: String, deletedBy delete: String) -> Notice {
    Notice("Nothing to undo; \(select) selects a message, \(delete) deletes it")
  }

  /// There is no text to undo, but a delayed deletion or pin.
  ///
  /// - Parameter key: the key that undoes the delayed action.
  static func nothingToUndoHere(insteadBy key: String) -> Notice {
    Notice("No text to undo; \(key) undoes what is counted down")
  }

  /// The composer is empty, and text from here was put aside earlier.
  static func nothingToUndo(restoredBy history: String) -> Notice {
    Notice("Nothing to undo; \(history) shows what was put aside")
  }
  static let nothingToRedo = Notice("Nothing to redo")

  static func copied(pastedBy key: String) -> Notice { Notice("Copied; \(key) pastes it", .good) }
  static let nothingToPaste = Notice("Nothing to paste yet")

  static func noSelection(startedBy key: String) -> Notice {
    Notice("No selection; \(key) starts one")
  }

  static func selectTextFirst(startedBy key: String) -> Notice {
    Notice("Select some text first; \(key) starts a selection")
  }

  static let addressIncomplete = Notice("That address is incomplete", .warning)
  static let linkInsideMention = Notice("A link must include the whole mention")
  /// Followed by the reason.
  static let notChanged = Notice("The text was not changed", .error)

  // MARK: vi's keys

  static func noRegister(_ name: Character) -> Notice { Notice("There is no register \(name)") }
  static let registerIsEmpty = Notice("That register is empty")
  package static let commandNeedsEmptyComposer = Notice("This command needs an empty composer", .warning)
  static let insertsTooMuch = Notice("That would insert more than a million characters", .warning)

  // MARK: Spelling

  static let checkingSpelling = Notice("Still checking the spelling…")
  static let noMisspelling = Notice("No spelling mistakes here")
  static let noWordAtCaret = Notice("No word at the caret")
  static func spelledCorrectly(_ word: String) -> Notice { Notice("“\(word)” is spelled correctly") }
  static func addedToWords(_ word: String) -> Notice { Notice("Added “\(word)” to your words", .good) }

  static func notAddedToWords(_ word: String) -> Notice {
    Notice("“\(word)” could not be added to your words", .error)
  }

  static let spellingNeedsLanguages = Notice(
    "Spelling is not checked: set spelling.languages in the configuration")
  static let spellingNeedsScreen = Notice("Spelling is not checked in plain mode")

  // MARK: The edit of a message

  static let unchangedEdit = Notice("No changes: the message stays as it was")
  static let finishEditFirst = Notice("Finish the edit first; the draft stays as it is")
  static let onlyReplyGoesToChannel = Notice("Only a reply in a thread can also go to the channel")
  package static let editCancelled = Notice("Edit cancelled")
  static let editCancelledBesideDraft = Notice("Edit cancelled; the draft is back")

  package static func editCancelled(restoredBy history: String) -> Notice {
    Notice("Edit cancelled; \(history) restores your text")
  }

  static func editedMessageDeleted(cancelledBy key: String) -> Notice {
    Notice("The message was deleted; \(key) cancels the edit", .warning)
  }

  static let messageDeleted = Notice("The message was deleted", .warning)

  static func messageDeleted(restoredBy history: String) -> Notice {
    Notice("The message was deleted; \(history) restores your text", .warning)
  }

  // MARK: The external editor

  /// The edit of the message ended while the editor was open.
  static func editEndedMeanwhile(restoredBy history: String) -> Notice {
    Notice("The edit ended while the editor was open; \(history) restores your text", .warning)
  }

  static let editorGivenUp = Notice("Editor cancelled; the draft is unchanged")
  /// The draft has changed since the editor saved into it, so the saved text stays.
  static let editorGivenUpLate = Notice("Editor cancelled; the draft keeps what it saved", .warning)

  static func editorGivenUp(restoredBy history: String) -> Notice {
    Notice("Editor cancelled, the draft is unchanged; \(history) restores what the editor saved")
  }

  // MARK: The history

  static let nothingSentYet = Notice("Nothing sent from here yet")
  /// Followed by the reason.
  static let sentNotLoaded = Notice("Sent messages could not be loaded", .error)

  /// - Parameters:
  ///   - files: the names of the files that stay in the draft.
  ///   - quit: the key that quits, which the user may have meant.
  static func putAside(restoredBy keys: String, staying files: [String], quit: String) -> Notice {
    let rest =
      files.isEmpty
      ? "" : "; \(files.joined(separator: ", ")) \(files.count == 1 ? "stays" : "stay") attached"
    return Notice("Put aside; \(keys) restores it\(rest) · \(quit) quits")
  }

  static func discarded(restoredBy keys: String) -> Notice { Notice("Draft discarded; \(keys) restores it") }
  /// Text, files or a quote did not come back. Followed by the reason.
  package static let notRestored = Notice("Not restored", .error)
}
