import TerminalScreen

/// The default key bindings. Keys that Readline binds keep their Readline meaning.
public nonisolated enum KeyTable {
  public static let bindings: [KeyBinding] = common + ViKeyTable.bindings

  /// The bindings of a style. Those of other styles are not parsed, which saves 2 % of a start.
  public static func bindings(of style: KeyStyle) -> [KeyBinding] { style == .vi ? bindings : common }

  private static let common: [KeyBinding] =
    moving + killing + editing + sending + suggestions + channels + views + messages + panels + others

  private static let moving = [
    composer(.lineStart, "C-a, Home", "to the beginning of the line"),
    composer(.lineEnd, "C-e, End", "to the end of the line"),
    composer(.left, "C-b, Left", "one character back"),
    composer(.right, "C-f, Right", "one character on"),
    composer(.wordLeft, "M-b, C-Left, M-Left", "one word back"),
    composer(.wordRight, "M-f, C-Right, M-Right", "one word on"),
    composer(
      .up, "Up, C-p",
      "a line up; in the first line the one sent before; in an empty composer edit what you said last"),
    composer(.down, "Down, C-n", "a line down; in the last line the one sent after"),
    composer(.textStart, "M-<, C-Home", "to the beginning of the text"),
    composer(.textEnd, "M->, C-End", "to the end of the text"),
  ]

  private static let killing = [
    composer(.killLine, "C-k", "kill to the end of the line"),
    composer(.killToLineStart, "C-u", "kill to the beginning of the line"),
    composer(.killBlankWord, "C-w", "kill the region, or the word before"),
    composer(.killWordRight, "M-d, C-Delete", "kill the word behind"),
    composer(.killWordLeft, "M-Backspace, C-Backspace", "kill the word before"),
    composer(.yank, "C-y", "insert what was killed"),
    composer(.yankPop, "M-y", "insert what was killed before that"),
  ]

  private static let editing = [
    composer(.deleteRight, "C-d, Delete", "delete the character behind"),
    composer(.deleteLeft, "C-h, Backspace", "delete the character before; a mention as a whole"),
    composer(.transpose, "C-t", "swap two characters"),
    composer(.transposeWords, "M-t", "swap two words"),
    composer(.upcaseWord, "M-u", "the word in capitals"),
    composer(.downcaseWord, "M-l", "the word in small letters"),
    composer(.capitalizeWord, "M-c", "the word with a capital at its beginning"),
    composer(.undo, "C-_", "undo; mentions come back too"),
    composer(.redo, "M-_", "redo"),
    composer(.setMark, "C-Space", "begin a region"),
    composer(.exchangeMark, "C-x C-x", "go to the other end of the region"),
    composer(.copyRegion, "M-w", "copy the region"),
    composer(.linkRegion, "C-x l", "make the region a link"),
    composer(.spellWord, "M-$", "suggest how the word, or the last wrong one before, is spelled"),
  ]

  private static let sending = [
    composer(.send, "Enter", "send"),
    composer(.newline, "M-Enter, C-j, S-Enter", "a new line"),
    composer(.externalEditor, "C-x C-e", "go on in $EDITOR; mentions stay, and nothing is sent"),
    composer(.previousInHistory, "M-p", "what was sent before"),
    composer(.nextInHistory, "M-n", "what was sent after"),
    composer(.searchHistory, "C-r", "search what was sent"),
    composer(.complete, "Tab", "complete what is being typed"),
    composer(.removeQuote, "C-x q", "quote nothing"),
    composer(.removeLastFile, "C-x k", "leave out the last file"),
    composer(.showInChannel, "C-x c", "send a reply to the channel too, or not"),
    composer(.togglePreview, "C-x v", "see who will be told before you send, and where links lead"),
  ]

  private static let suggestions = [
    popup(.accept, "Tab", "take it"),
    popup(.acceptChosen, "Enter", "take it, once the choice was moved"),
    popup(.next, "C-n, Down", "the next one"),
    popup(.previous, "C-p, Up", "the one before"),
    popup(.dismiss, "Escape, C-g", "leave it, and keep the text"),
  ]

  private static let channels = [
    global(.nextChannel, "M-Down", "the next channel"),
    global(.previousChannel, "M-Up", "the channel before"),
    global(.channel1, "M-1", "the channel with the number 1"),
    global(.channel2, "M-2", "that with 2"),
    global(.channel3, "M-3", "that with 3"),
    global(.channel4, "M-4", "that with 4"),
    global(.channel5, "M-5", "that with 5"),
    global(.channel6, "M-6", "that with 6"),
    global(.channel7, "M-7", "that with 7"),
    global(.channel8, "M-8", "that with 8"),
    global(.channel9, "M-9", "that with 9"),
    global(.nextUnread, "M-a", "the next one with something unread, and not muted"),
    global(.lastChannel, "M-/", "the one before this"),
    global(.switcher, "C-x b", "go to a channel, a person, a thread or a draft"),
  ]

  private static let views = [
    global(.drafts, "C-x d", "all drafts"),
    global(.threads, "C-x t", "all threads"),
    global(.draftHistory, "C-x h", "what left this composer"),
    global(.search, "C-x s", "search this channel"),
    global(.searchEverywhere, "C-x S", "search everywhere"),
    global(.pins, "C-x p", "pinned messages"),
    global(.members, "C-x m", "members"),
    global(.inbox, "C-x i", "what concerns you: mentions, replies, reactions, invitations"),
    global(.accounts, "C-x a", "to another account, or to the demo"),
    global(.directory, "C-x j", "channels that anybody may join"),
    global(.otherPane, "C-x o", "between the channel and the thread"),
    global(.closeThread, "C-x 0", "close the thread"),
    global(.sidebar, "C-x w", "fold the list of channels away"),
    global(.foldChannels, "C-x 1", "fold the channels away, or back"),
    global(.foldDirects, "C-x 2", "fold the direct conversations away, or back"),
    global(.foldThreads, "C-x 3", "fold the threads away, or back"),
    global(.foldSpace, "C-x 4", "fold the space of this channel away, or back; in none, all spaces"),
    global(.nextSpace, "C-x g", "only the channels of the next space; after the last one all again"),
    global(.pageUp, "PgUp", "a page up"),
    global(.pageDown, "PgDn", "a page down"),
    global(.scrollUp, "M-PgUp", "a line up"),
    global(.scrollDown, "M-PgDn", "a line down"),
    global(.oldest, "M-Home", "to the oldest message"),
    global(.newest, "M-End", "to the newest message"),
  ]

  private static let messages = [
    global(.messageMode, "M-s", "choose a message"),
    global(.takeBack, "C-x u", "take back the last deletion or pin, for ten seconds"),
    message(.next, "j, Down, C-n", "the next message"),
    message(.previous, "k, Up, C-p", "the message before"),
    message(.first, "g, Home", "the oldest one shown"),
    message(.last, "G, End", "the newest one"),
    message(.reply, "r", "reply with a quote"),
    message(.thread, "t, Enter", "open its thread"),
    message(.edit, "e", "edit it; the draft waits"),
    message(.delete, "d", "delete it, after a question"),
    message(.pin, "p", "pin it, or take the pin off, after a question"),
    message(.react, "+", "react with an emoji"),
    message(.copy, "y", "copy its text, or a block of code in it"),
    message(.copyPlace, "Y", "copy where its file was saved"),
    message(.wrapCode, "w", "cut long lines of code, or show all of them in further rows"),
    message(.codeLeft, "h, Left", "what is to the left of the code that is shown"),
    message(.codeRight, "l, Right", "what is to the right of it"),
    message(.view, "v", "show its picture large"),
    message(.open, "o", "open its link or file"),
    message(.save, ">, C-x C-w", "save its file as"),
    message(.retry, "R", "send it again, after a question"),
    message(.discard, "D", "give it up, after a question; its words go to the history"),
    message(.leave, "q, Escape, C-g", "back to the composer"),
  ]

  private static let panels = [
    panel(.next, "C-n, Down", "the next one"),
    panel(.previous, "C-p, Up", "the one before"),
    panel(.nextPage, "PgDn", "a page on"),
    panel(.previousPage, "PgUp", "a page back"),
    panel(.first, "M-<", "the first one"),
    panel(.last, "M->", "the last one"),
    panel(.accept, "Enter", "take it"),
    panel(.remove, "C-x k", "take it away"),
    panel(.restore, "C-_", "take that back"),
    panel(.toggle, "Tab", "the other list"),
    panel(.ignore, "C-x -", "ignore the person, or no longer"),
    panel(.answer, "C-x r", "answer it, where it was said"),
    panel(.markRead, "C-x .", "mark it as read"),
    panel(.markAllRead, "C-x !", "mark all as read"),
    panel(.dismiss, "Escape, C-g", "close"),
  ]

  private static let others = [
    global(.stepBack, "Escape, C-g", "one step back: popup, region, message, quote, edit; never clears text"),
    global(.interrupt, "C-c", "one step back, then put the draft aside"),
    global(.help, "F1, M-?", "these keys"),
    global(.leaveTour, "C-x T", "leave the tour"),
    global(.redraw, "C-l", "draw everything anew"),
    global(.suspend, "C-z", "suspend"),
    global(.quit, "C-x C-c", "leave"),
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
