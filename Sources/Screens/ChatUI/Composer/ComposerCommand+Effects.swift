/// What the composer has to know of a command before it performs it.
nonisolated extension ComposerCommand {
  /// Whether the command acts on a selected mention or leaves it alone. All others deselect it first.
  var keepsMentionSelected: Bool {
    switch self {
    case .deleteLeft, .deleteRight, .left, .right, .newline, .yank, .togglePreview, .showInChannel,
      .killBlankWord, .copyRegion, .linkRegion:
      true
    default: false
    }
  }

  /// Whether what is typed in vi's insert mode goes on behind the command.
  var continuesTyping: Bool {
    switch self {
    case .deleteLeft, .newline, .killBlankWord, .complete, .yank: true
    default: false
    }
  }

  /// Whether the command moves the caret and nothing else, or takes the text away.
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
  /// Whether it may take a choice.
  var accepts: Bool { self == .accept || self == .acceptChosen }

  /// What its keys do in the composer if there is nothing to choose from.
  var withoutChoices: ComposerCommand {
    switch self {
    case .next: .down
    case .previous: .up
    case .accept, .dismiss: .complete
    case .acceptChosen: .send
    }
  }
}
