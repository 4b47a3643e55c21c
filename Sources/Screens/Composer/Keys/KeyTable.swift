import TerminalScreen

/// The default key bindings. Keys that Readline binds keep their Readline meaning.
public nonisolated enum KeyTable {
  public static let bindings: [KeyBinding] = common + ViKeyTable.bindings

  /// The bindings of a style. Those of other styles are not parsed, which saves 2 % of a start.
  public static func bindings(of style: KeyStyle) -> [KeyBinding] { style == .vi ? bindings : common }

  private static let common: [KeyBinding] =
    moving + killing + editing + sending + suggestions + channels + views + messages + panels + others

  private static let moving = [
    composer(.lineStart, "C-a, Home", "go to the start of the line"),
    composer(.lineEnd, "C-e, End", "go to the end of the line"),
    composer(.left, "C-b, Left", "go back one character"),
    composer(.right, "C-f, Right", "go forward one character"),
    composer(.wordLeft, "M-b, C-Left, M-Left", "go back one word"),
    composer(.wordRight, "M-f, C-Right, M-Right", "go forward one word"),
    composer(
      .up, "Up, C-p",
      "go up a line; at the top, recall an earlier sent text; in an empty composer, edit your last message"
    ),
    composer(.down, "Down, C-n", "go down a line; at the bottom, recall a later sent text"),
    composer(.textStart, "M-<, C-Home", "go to the start of the text"),
    composer(.textEnd, "M->, C-End", "go to the end of the text"),
  ]

  private static let killing = [
    composer(.killLine, "C-k", "cut to the end of the line"),
    composer(.killToLineStart, "C-u", "cut to the start of the line"),
    composer(.killBlankWord, "C-w", "cut the selection, or the word before the caret"),
    composer(.killWordRight, "M-d, C-Delete", "cut the word after the caret"),
    composer(.killWordLeft, "M-Backspace, C-Backspace", "cut the word before the caret"),
    composer(.yank, "C-y", "paste what was cut"),
    composer(.yankPop, "M-y", "replace the paste with an earlier cut"),
  ]

  private static let editing = [
    composer(.deleteRight, "C-d, Delete", "delete the character after the caret"),
    composer(.deleteLeft, "C-h, Backspace", "delete the character before the caret; a mention as a whole"),
    composer(.transpose, "C-t", "swap two characters"),
    composer(.transposeWords, "M-t", "swap two words"),
    composer(.upcaseWord, "M-u", "make the word upper case"),
    composer(.downcaseWord, "M-l", "make the word lower case"),
    composer(.capitalizeWord, "M-c", "capitalise the word"),
    composer(.undo, "C-_", "undo; mentions come back too"),
    composer(.redo, "M-_", "redo"),
    composer(.setMark, "C-Space", "start a selection"),
    composer(.exchangeMark, "C-x C-x", "go to the other end of the selection"),
    composer(.copyRegion, "M-w", "copy the selection"),
    composer(.linkRegion, "C-x l", "make the selection a link"),
    composer(.spellWord, "M-$", "suggest spellings of the word, or of the last misspelled one before it"),
  ]

  private static let sending = [
    composer(.send, "Enter", "send"),
    composer(.newline, "M-Enter, C-j, S-Enter", "start a new line"),
    composer(.externalEditor, "C-x C-e", "continue in $EDITOR; mentions stay, nothing is sent"),
    composer(.previousInHistory, "M-p", "recall an earlier sent text"),
    composer(.nextInHistory, "M-n", "recall a later sent text"),
    composer(.searchHistory, "C-r", "search what you sent"),
    composer(.complete, "Tab", "complete what you are typing"),
    composer(.attachFile, "C-x f", "attach a file; the text stays"),
    composer(.removeQuote, "C-x q", "remove the quote"),
    composer(.removeLastFile, "C-x k", "remove the last file"),
    composer(.showInChannel, "C-x c", "switch whether a reply also goes to the channel"),
    composer(.togglePreview, "C-x v", "show who will be notified, and where links lead"),
  ]

  private static let suggestions = [
    popup(.accept, "Tab", "accept the suggestion"),
    popup(.acceptChosen, "Enter", "accept the suggestion you moved to"),
    popup(.next, "C-n, Down", "next suggestion"),
    popup(.previous, "C-p, Up", "previous suggestion"),
    popup(.dismiss, "Escape, C-g", "close the suggestions; the text stays"),
  ]

  private static let channels = [
    global(.nextChannel, "M-Down", "next channel"),
    global(.previousChannel, "M-Up", "previous channel"),
    global(.channel1, "M-1", "go to channel 1"),
    global(.channel2, "M-2", "go to channel 2"),
    global(.channel3, "M-3", "go to channel 3"),
    global(.channel4, "M-4", "go to channel 4"),
    global(.channel5, "M-5", "go to channel 5"),
    global(.channel6, "M-6", "go to channel 6"),
    global(.channel7, "M-7", "go to channel 7"),
    global(.channel8, "M-8", "go to channel 8"),
    global(.channel9, "M-9", "go to channel 9"),
    global(.nextUnread, "M-a", "next unread channel that is not muted"),
    global(.lastChannel, "M-/", "back to the channel before this one"),
    global(.switcher, "C-x b", "go to a channel, person, thread or draft"),
  ]

  private static let views = [
    global(.drafts, "C-x d", "show all drafts"),
    global(.threads, "C-x t", "show all threads"),
    global(.draftHistory, "C-x h", "show what was sent, cleared or put aside here"),
    global(.search, "C-x s", "search this channel"),
    global(.searchEverywhere, "C-x S", "search everywhere"),
    global(.pins, "C-x p", "show pinned messages"),
    global(.members, "C-x m", "show members"),
    global(.inbox, "C-x i", "show your inbox: mentions, replies, reactions, invitations"),
    global(.accounts, "C-x a", "switch to another account, or to the demo"),
    global(.directory, "C-x j", "show channels that anyone can join"),
    global(.otherPane, "C-x o", "switch between channel and thread"),
    global(.closeThread, "C-x 0", "close the thread"),
    global(.sidebar, "C-x w", "hide or show the list of channels"),
    global(.foldChannels, "C-x 1", "fold or unfold the channels"),
    global(.foldDirects, "C-x 2", "fold or unfold the direct conversations"),
    global(.foldThreads, "C-x 3", "fold or unfold the threads"),
    global(.foldSpace, "C-x 4", "fold or unfold this channel's space; outside a space, all spaces"),
    global(.nextSpace, "C-x g", "show only the next space; after the last one, all channels"),
    global(.pageUp, "PgUp", "page up"),
    global(.pageDown, "PgDn", "page down"),
    global(.scrollUp, "M-PgUp", "scroll up a line"),
    global(.scrollDown, "M-PgDn", "scroll down a line"),
    global(.oldest, "M-Home", "go to the oldest message"),
    global(.newest, "M-End", "go to the newest message"),
  ]

  private static let messages = [
    global(.messageMode, "M-s", "select a message"),
    global(.takeBack, "C-x u", "undo a deletion or pin within ten seconds, or restore a discarded draft"),
    message(.next, "j, Down, C-n", "next message"),
    message(.previous, "k, Up, C-p", "previous message"),
    message(.first, "g, Home", "oldest message shown"),
    message(.last, "G, End", "newest message"),
    message(.reply, "r", "reply with a quote"),
    message(.thread, "t, Enter", "open its thread"),
    message(.edit, "e", "edit it; your draft is kept"),
    message(.delete, "d", "delete it; asks first"),
    message(.pin, "p", "pin or unpin it; asks first"),
    message(.react, "+", "react with an emoji"),
    message(.copy, "y", "copy its text, or a block of code in it"),
    message(.copyPlace, "Y", "copy the path where its file was saved"),
    message(.wrapCode, "w", "cut or wrap long lines of code"),
    message(.codeLeft, "h, Left", "scroll its code left"),
    message(.codeRight, "l, Right", "scroll its code right"),
    message(.view, "v", "enlarge its picture"),
    message(.open, "o", "open its link or file"),
    message(.save, ">, C-x C-w", "save its file as"),
    message(.retry, "R", "send it again; asks first"),
    message(.discard, "D", "discard it; asks first, and the history keeps the text"),
    message(.leave, "q, Escape, C-g", "back to the composer"),
  ]

  private static let panels = [
    panel(.next, "C-n, Down", "next row"),
    panel(.previous, "C-p, Up", "previous row"),
    panel(.nextPage, "PgDn", "next page"),
    panel(.previousPage, "PgUp", "previous page"),
    panel(.first, "M-<", "first row"),
    panel(.last, "M->", "last row"),
    panel(.accept, "Enter", "choose the row"),
    panel(.remove, "C-x k", "remove the row"),
    panel(.removeAll, "C-x K", "remove all rows"),
    panel(.restore, "C-_", "undo the removal"),
    panel(.toggle, "Tab", "switch to the other list"),
    panel(.ignore, "C-x -", "ignore the person, or stop ignoring them"),
    panel(.answer, "C-x r", "reply, where it was written"),
    panel(.markRead, "C-x .", "mark as read"),
    panel(.markAllRead, "C-x !", "mark all as read"),
    panel(.dismiss, "Escape, C-g", "close"),
  ]

  private static let others = [
    global(
      .stepBack, "Escape, C-g",
      "close what is open: suggestions, selection, message mode, edit, quote, thread; the text stays"),
    global(.interrupt, "C-c", "close what is open, then put the draft aside"),
    global(.help, "F1, M-?", "show help"),
    global(.describeKey, "C-x ?", "say what the next key does"),
    global(.leaveTour, "C-x T", "end the tour"),
    global(.redraw, "C-l", "redraw the screen"),
    global(.suspend, "C-z", "suspend Inkwell"),
    global(.quit, "C-x C-c", "quit; drafts are kept"),
  ]

  private static func composer(_ command: ComposerCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    row(.composer(command), keys, meaning)
  }
  private static func popup(_ command: PopupCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    row(.popup(command), keys, meaning)
  }
  private static func message(_ command: MessageCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    row(.message(command), keys, meaning)
  }
  private static func panel(_ command: PanelCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    row(.panel(command), keys, meaning)
  }
  private static func global(_ command: GlobalCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    row(.global(command), keys, meaning)
  }

  static func row(_ command: Command, _ keys: String, _ meaning: String) -> KeyBinding {
    let sequences = alternatives(keys).map { alternative in
      guard let keys = KeyEvent.sequence(alternative) else {
        preconditionFailure("\(alternative) is bound to \(command.name) and is no key")
      }
      return KeySequence(keys)
    }
    return KeyBinding(command, sequences, meaning)
  }

  /// Splits at `, `. Works on bytes, because all rows are parsed at every start.
  private static func alternatives(_ keys: String) -> [String] {
    var alternatives: [String] = []
    var rest = keys.utf8[...]
    while let comma = separator(in: rest) {
      alternatives.append(String(Substring(rest[..<comma])))
      rest = rest[comma...].dropFirst(2)
    }
    alternatives.append(String(Substring(rest)))
    return alternatives
  }

  /// The first comma that precedes a blank.
  private static func separator(in keys: Substring.UTF8View) -> String.Index? {
    var index = keys.startIndex
    while let comma = keys[index...].firstIndex(of: UInt8(ascii: ",")) {
      index = keys.index(after: comma)
      if index < keys.endIndex, keys[index] == UInt8(ascii: " ") { return comma }
    }
    return nil
  }
}
