import ChatControllers
import ChatDomain
import DraftEngine

extension ComposerPane {
  /// `/discard`: puts the draft away with its quote and its files. The command stands before the words that it is about,
  /// so it goes first, and the words are found again without it.
  func discard(_ command: SlashCommand) -> ComposerOutcome {
    let words = draft.text.dropFirst(command.name.count + 1).drop(while: \.isWhitespace)
    if words.isEmpty {
      // The command alone is nothing to be found again.
      performing { draft.dropWords() }
      deselect()
    } else {
      guard remove(0..<(draft.text.utf8.count - words.utf8.count)) else { return .nothing }
    }
    let discarded = DiscardedDraft(draft)
    guard !discarded.isEmpty else {
      // Where nothing is written it is about what failed last.
      services?.run(.discard, "", in: draft.key)
      return .done
    }
    performing {
      draft.setAside()
      draft.files = []
      draft.attachments = []
      draft.removeQuote()
    }
    deselect()
    history.endWalk()
    chain = .discard(discarded)
    say("Discarded: \(keys(.composer(.undo))) brings it back\(discarded.hasWords ? alsoInHistory : "")")
    return .done
  }

  /// Undo right after it: quote and files come back, and with them the words.
  ///
  /// - Returns: whether there is nothing more to undo.
  func takeBackDiscard(after before: EditChain) -> Bool {
    guard case .discard(let discarded) = before else { return false }
    do throws(ChatError) {
      try discarded.restoreParts(to: draft, at: client.clock.now)
    } catch {
      services?.say("Not all of it is back", because: error)
    }
    return !discarded.hasWords
  }
}
