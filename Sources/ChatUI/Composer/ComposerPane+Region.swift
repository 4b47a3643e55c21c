import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

extension ComposerPane {
  /// What is selected: a mention as a unit, or what lies between mark and caret.
  var selection: Range<Int>? {
    if let element { return element }
    guard let mark, mark != caret else { return nil }
    return min(mark, caret)..<max(mark, caret)
  }

  /// Begins a region at the caret, or ends one that has just begun there.
  func setMark() -> ComposerOutcome {
    mark = mark == caret ? nil : caret
    isMarkDragged = false
    selectionText = draft.text
    return .done
  }

  /// The caret and the mark change places.
  func exchangeMark() -> ComposerOutcome {
    guard let mark else {
      say("No mark is set; \(keys(.composer(.setMark))) sets one")
      return .nothing
    }
    let place = caret
    draft.utf8Caret = min(mark, draft.text.utf8.count)
    self.mark = place
    isMarkDragged = false
    selectionText = draft.text
    return .done
  }

  /// Keys that work on a region take a selected element for one; to all others it is no longer selected.
  func takeElementAsRegion(for command: ComposerCommand) {
    switch command {
    case .killBlankWord, .copyRegion, .linkRegion: break
    default: element = nil
    }
  }

  func askForLink() -> ComposerOutcome {
    guard selection != nil else {
      say("Mark the words first")
      return .nothing
    }
    return .askForAddress
  }

  /// Makes what is marked a link.
  @discardableResult
  func link(to address: String) -> Bool {
    let address = PastedText.line(address)
    guard let range = selection, !address.isEmpty else { return false }
    guard !WebAddress.linkSchemes.contains(address.filter { $0 != " " }.lowercased()) else {
      say("That is only the beginning of an address", .warning)
      return false
    }
    let inside = draft.mentionSpans.filter { $0.range.overlaps(range) }
    guard
      inside.allSatisfy({ range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound })
    else {
      say("A part of a mention cannot be a link")
      return false
    }
    let edit = apply(
      DraftTransaction(
        removing: inside, adding: [MentionSpan(range, .url(url: address))], origin: .suggestion))
    return edit != nil
  }

  /// One step back: the popup, what is selected, the quote, the edit. Text is never cleared.
  ///
  /// - Returns: whether there was something to step back from.
  func retreat() -> Bool {
    defer { services?.setNeedsFrame() }
    if suggesting != nil {
      dismissPopup()
    } else if element != nil || mark != nil {
      deselect()
    } else if draft.quotedMessage != nil, draft.editedMessage == nil {
      draft.removeQuote()
    } else if draft.editedMessage != nil {
      endEdit()
    } else {
      return false
    }
    return true
  }

  /// Puts the words aside so that they can be brought back, and says how.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func setAside() -> Bool {
    guard !draft.text.isBlank else { return false }
    performing { draft.setAside() }
    deselect()
    chain = .none
    history.endWalk()
    closePopup()
    let files = draft.files.map(\.name) + draft.attachments.map(\.name)
    let staying =
      files.isEmpty
      ? "" : "; \(files.joined(separator: ", ")) \(files.count == 1 ? "stays" : "stay") attached"
    say("Put aside: \(keys(.composer(.undo))) brings it back\(alsoInHistory)\(staying)")
    return true
  }

  /// That the history has it too; nothing where there is none.
  var alsoInHistory: String {
    guard client.configuration.isDraftMessagesEnabled else { return "" }
    return ", and so does \(keys(.global(.draftHistory)))"
  }

  func keys(_ command: Command) -> String {
    services?.keymap.keys(of: command).first?.description ?? command.name
  }
}
