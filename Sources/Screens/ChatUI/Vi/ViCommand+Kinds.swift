nonisolated extension ViCommand {
  var isMotion: Bool {
    switch self {
    case .left, .right, .lineUp, .lineDown, .wordForward, .bigWordForward, .wordBackward, .bigWordBackward,
      .wordEnd, .bigWordEnd, .wordEndBackward, .bigWordEndBackward, .lineStart, .firstNonblank, .lineEnd,
      .textStart, .textEnd, .paragraphForward, .paragraphBackward, .matchingBracket, .find, .findBackward,
      .till, .tillBackward, .repeatFind, .repeatFindOpposite:
      true
    default: false
    }
  }

  var isTextObject: Bool { area == .textObject }

  /// Whether the next Character belongs to it.
  var needsCharacter: Bool {
    switch self {
    case .find, .findBackward, .till, .tillBackward, .replace, .register: true
    default: false
    }
  }

  /// The operator that it is, alone or with a motion of its own.
  var operation: ViCommand? {
    switch self {
    case .delete, .change, .yank, .indent, .outdent, .lowercase, .uppercase, .toggleCase: self
    case .deleteRight, .deleteLeft, .deleteToLineEnd, .deleteSelected: .delete
    case .changeToLineEnd, .substitute, .substituteLine, .changeSelected: .change
    case .yankLine: .yank
    case .lowercaseSelected: .lowercase
    case .uppercaseSelected: .uppercase
    case .toggleCaseSelected: .toggleCase
    default: nil
    }
  }

  /// What an operator with a motion of its own is applied to.
  var ownMotion: ViCompleteCommand.Object? {
    switch self {
    case .deleteRight, .substitute: .motion(.right, nil)
    case .deleteLeft: .motion(.left, nil)
    case .deleteToLineEnd, .changeToLineEnd: .motion(.lineEnd, nil)
    case .yankLine, .substituteLine: .lines
    default: nil
    }
  }

  /// Whether it takes whole lines of what is selected.
  var takesLines: Bool {
    switch self {
    case .deleteToLineEnd, .changeToLineEnd, .yankLine, .substituteLine, .deleteLeft, .indent, .outdent: true
    default: false
    }
  }

  /// Whether insert mode follows it.
  var insertsText: Bool {
    switch self {
    case .change, .insert, .insertAtLineStart, .append, .appendAtLineEnd, .openBelow, .openAbove: true
    default: false
    }
  }

  /// Whether `.` repeats it.
  var changesText: Bool { self != .yank }

  /// The command for everywhere that the key stands for.
  var global: GlobalCommand? {
    switch self {
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .scrollUp: .scrollUp
    case .scrollDown: .scrollDown
    case .search: .search
    default: nil
    }
  }
}

nonisolated extension ViCompleteCommand {
  /// How often the typed text is inserted: a count of `i`, `a` and `o` is for it, one of `c` for what is changed.
  var insertionCount: Int { command == .change ? 1 : count ?? 1 }
}
