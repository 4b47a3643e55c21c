import Composer

/// What the last line says about messages, and about drafts that moved or came back.
///
/// A notice says what happened. What the user can do next follows a semicolon, with the key or command that does it.
nonisolated extension Notice {
  // MARK: Finding messages

  static let noMessagesYet = Notice("No messages yet")
  static let noOlderMessages = Notice("No older messages")
  static let noNewerMessages = Notice("No newer messages")
  /// A message that a search, a list or a click led to.
  static func marked(selectedBy key: String) -> Notice {
    Notice("Marked ▸; \(key) selects it to reply or react")
  }
  /// The notice about such a message in line mode, where no mark is visible.
  ///
  /// - Parameter words: who wrote what.
  static func found(_ words: String, selectedBy key: String) -> Notice {
    Notice("Found \(words); \(key) selects it")
  }
  static let messageGone = Notice("That message no longer exists", .warning)
  /// Followed by the reason.
  static func notShown(because reason: String) -> Notice { Notice("Not shown: \(reason)", .warning) }
  static let newestLoadLater = Notice("The newest messages load when you are back online", .warning)
  static let newestAreLoaded = Notice("The newest messages are loaded now; try again")
  /// Followed by the reason.
  static let olderNotLoaded = Notice("Older messages could not be loaded", .error)

  // MARK: Sending

  /// - Parameter place: "#general", or "the thread in #general".
  static func sent(to place: String) -> Notice { Notice("Sent to \(place)", .good) }
  static func editSent(to place: String) -> Notice { Notice("Edit sent to \(place)", .good) }

  // MARK: Changing messages

  static let nothingSentHere = Notice("You have not sent anything here yet")
  static let onlyOwnEdited = Notice("Only your own messages can be edited", .warning)
  static let onlyOwnDeleted = Notice("Only your own messages can be deleted", .warning)
  static let serviceMessageStays = Notice("Service messages cannot be deleted", .warning)

  static func beingDeleted(undoneBy key: String) -> Notice {
    Notice("The message is being deleted; \(key) undoes it", .warning)
  }

  /// A change that is delayed, counted down.
  ///
  /// - Parameter deed: "Deleting".
  static func delayed(_ deed: String, seconds: Int, undoneBy key: String) -> Notice {
    Notice("\(deed) in \(seconds) s · \(key) undoes it")
  }

  /// - Parameter rest: what holds now: "the message stays".
  static func undone(_ rest: String) -> Notice { Notice("Undone: \(rest)", .good) }

  static let nothingPinned = Notice("Nothing is pinned here")
  /// Followed by the reason.
  static let notUnpinned = Notice("Could not unpin", .error)
  /// Followed by the reason.
  static let notPinnedAgain = Notice("Could not pin again", .error)
  static func noEmoji(named name: String) -> Notice { Notice("No emoji named \(name)", .warning) }
  /// Followed by the reason.
  static let notQuoted = Notice("Not quoted", .error)

  // MARK: Copying

  static let nothingToCopy = Notice("The message has no text to copy")
  static let copied = Notice("Copied", .good)
  /// A terminal does not report whether it has taken the text.
  static let copiedToTerminal = Notice("Sent to the terminal's clipboard")
  static let copiedInPart = Notice(
    "Only the first 75 kB were sent to the terminal's clipboard: it takes no more", .warning)
  /// Followed by the reason.
  static let notCopied = Notice("Not copied", .error)

  // MARK: What failed

  static let nothingFailed = Notice("Nothing failed here", .good)
  static let nothingToDiscard = Notice("Nothing to discard")
  static let onlyFailedSentAgain = Notice("Only failed messages can be sent again", .warning)
  static let onlyFailedDiscarded = Notice("Only failed messages can be discarded", .warning)
  static let discarded = Notice("Discarded")

  static func discardedMessage(restoredBy history: String) -> Notice {
    Notice("Discarded; \(history) restores the text")
  }

  // MARK: Drafts

  static let noDrafts = Notice("No drafts")

  /// - Parameter isInHistory: whether the text can also be restored from the history.
  static func discardedDraft(restoredBy key: String, isInHistory: Bool) -> Notice {
    Notice("Draft discarded; \(key)\(isInHistory ? " or the history" : "") restores it")
  }

  static let restored = Notice("Restored", .good)
  static func restored(in place: String) -> Notice { Notice("Restored in \(place)", .good) }
  /// A text from the history is in the composer again.
  ///
  /// - Parameters:
  ///   - files: the names of the files that it left with and that are not attached now.
  ///   - isReplacing: whether it replaced another text.
  static func restored(without files: [String], isReplacing: Bool) -> Notice {
    let replaced = isReplacing ? "the text it replaced is in the history" : nil
    let attach = files.isEmpty ? nil : "/\(SlashCommand.attach.name) adds a file"
    let what = files.isEmpty ? "Restored" : "Restored without \(files.list("and"))"
    let rest = [attach, replaced].compactMap(\.self).joined(separator: ", ")
    return Notice(rest.isEmpty ? what : "\(what); \(rest)", files.isEmpty ? .good : .warning)
  }

  static let erased = Notice("Erased", .good)
  /// Followed by the reason.
  static let notDiscarded = Notice("Not discarded", .error)
  /// Followed by the reason.
  static let notErased = Notice("Not erased", .error)

  static let draftMoved = Notice("Your draft moved to this channel", .good)
  static let draftMovedWithoutQuote = Notice("Your draft moved to this channel, without its quote", .warning)

  static func draftStays(in place: String) -> Notice {
    Notice("This channel already has a draft; yours from \(place) stays there", .warning)
  }

  static func draftStaysInThread(listedBy drafts: String) -> Notice {
    Notice("Your draft stays in the thread; \(drafts) lists it")
  }

  /// - Parameters:
  ///   - place: " in #general", or empty in the open place.
  ///   - history: the keys that show the history of drafts, such as "C-x h there".
  static func alsoChangedElsewhere(_ place: String, restoredBy history: String) -> Notice {
    Notice("Another device also changed the draft\(place); \(history) restores that version", .warning)
  }

  /// Another device has replaced the draft.
  ///
  /// - Parameter isOwn: whether the replaced text was written here.
  static func changedElsewhere(_ place: String, isOwn: Bool, restoredBy history: String) -> Notice {
    Notice(
      "Another device replaced the draft\(place); \(history) restores \(isOwn ? "your" : "the old") text",
      .warning)
  }

  /// Another device has sent or cleared the draft.
  static func goneElsewhere(_ place: String, restoredBy history: String) -> Notice {
    Notice("Another device sent or cleared the draft\(place); \(history) restores it", .warning)
  }

  /// The message of an unfinished edit or of a thread is gone, because the demo has started over.
  ///
  /// - Parameter history: the keys that show the history of drafts; nil if there is no text.
  static func messageGoneWithDemo(restoredBy history: String?) -> Notice {
    let way = history.map { "; \($0) restores your text" } ?? ""
    return Notice("The demo started over without that message\(way)", .warning)
  }

  static let savingAgain = Notice("Saving works again", .good)

  /// - Parameter place: "#general", or "2 places".
  static func savingAgain(differingIn place: String, restoredBy history: String) -> Notice {
    Notice(
      "Saving works again. Another Inkwell also wrote in \(place); \(history) restores its text", .warning)
  }
}
