/// Properties of a command that the composer checks before it performs the command.
nonisolated extension ComposerCommand {
  /// Whether the command acts on a selected mention or leaves it selected. All other commands deselect it first.
  var keepsMentionSelected: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .left, .right, .newline, .yank, .togglePreview, .showInChannel,
      .killBlankWord, .copyRegion, .linkRegion:
      true
    default: false
    }
  }

  /// Whether typing in vi's insert mode continues as the same insertion after the command.
  var continuesTyping: Bool {
    switch self {
    case .deleteLeft, .newline, .killBlankWord, .complete, .yank: true
    default: false
    }
  }

  /// Whether the command only moves the caret, or sends the text.
  var movesCaret: Bool {
    switch self {
    case .lineStart, .lineEnd, .left, .right, .up, .down, .wordLeft, .wordRight, .textStart, .textEnd,
      .exchangeMark, .send:
      true
    default: false
    }
  }

  /// Whether the command may open the popup if it is closed.
  var mayOpenPopup: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .complete: true
    default: false
    }
  }
}

nonisolated extension PopupCommand {
  /// Whether the command may accept a choice.
  var accepts: Bool { self == .accept || self == .acceptChosen }

  /// The command that its keys perform in the composer if there is nothing to choose from.
  var withoutChoices: ComposerCommand {
    switch self {
    case .next: .down
    case .previous: .up
    case .accept, .dismiss: .complete
    case .acceptChosen: .send
    }
  }
}
