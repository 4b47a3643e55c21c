package import ChatDomain

/// An action that a key can trigger. The raw values of its parts are the names in the configuration file.
public nonisolated enum Command: Hashable, Sendable {
  case vi(ViCommand)
  case popup(PopupCommand)
  case composer(ComposerCommand)
  case message(MessageCommand)
  case panel(PanelCommand)
  case global(GlobalCommand)

  /// Its area and name: "composer.kill-line".
  public var name: String {
    switch self {
    case .vi(let command): "vi.\(command.rawValue)"
    case .popup(let command): "popup.\(command.rawValue)"
    case .composer(let command): "composer.\(command.rawValue)"
    case .message(let command): "message.\(command.rawValue)"
    case .panel(let command): "panel.\(command.rawValue)"
    case .global(let command): "global.\(command.rawValue)"
    }
  }

  /// The service abilities that the command needs.
  package var needs: Set<ServiceAbility> {
    switch self {
    case .global(.search), .global(.searchEverywhere), .vi(.search): [.searchesMessages]
    case .global(.pins), .message(.pin): [.pinsMessages]
    case .message(.react): [.takesReactions]
    case .global(.directory): [.listsChannels]
    case .panel(.ignore): [.ignoresPeople]
    case .global(.inbox): [.keepsInbox]
    case .global(.nextSpace), .global(.foldSpace): [.groupsChannels]
    default: []
    }
  }

  /// All commands.
  public static let all: [Command] =
    ViCommand.allCases.map(Command.vi) + PopupCommand.allCases.map(Command.popup)
    + ComposerCommand.allCases.map(Command.composer)
    + MessageCommand.allCases.map(Command.message) + PanelCommand.allCases.map(Command.panel)
    + GlobalCommand.allCases.map(Command.global)
}

public nonisolated enum ComposerCommand: String, Hashable, Sendable, CaseIterable {
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case left, right, up, down
  case wordLeft = "word-left"
  case wordRight = "word-right"
  case textStart = "text-start"
  case textEnd = "text-end"
  case killLine = "kill-line"
  case killToLineStart = "kill-to-line-start"
  /// Kills the word before the caret, back to a blank, or the marked region.
  case killBlankWord = "kill-blank-word"
  case killWordLeft = "kill-word-left"
  case killWordRight = "kill-word-right"
  case yank
  case yankPop = "yank-pop"
  case deleteLeft = "delete-left"
  case deleteRight = "delete-right"
  case transpose
  case transposeWords = "transpose-words"
  case upcaseWord = "upcase-word"
  case downcaseWord = "downcase-word"
  case capitalizeWord = "capitalize-word"
  case undo, redo
  case setMark = "set-mark"
  case exchangeMark = "exchange-point-and-mark"
  case copyRegion = "copy-region"
  /// Turns the marked region into a link, asking for the address.
  case linkRegion = "link-region"
  /// Suggests spellings of the word at the caret, or of the last misspelled word before it.
  case spellWord = "spell-word"
  case send, newline
  case externalEditor = "external-editor"
  case previousInHistory = "previous-in-history"
  case nextInHistory = "next-in-history"
  case searchHistory = "search-history"
  case complete
  case attachFile = "attach-file"
  case removeQuote = "remove-quote"
  case removeLastFile = "remove-last-file"
  case showInChannel = "show-in-channel"
  case togglePreview = "toggle-preview"
}

public nonisolated enum PopupCommand: String, Hashable, Sendable, CaseIterable {
  case accept, next, previous, dismiss
  /// Accepts if the selection was moved; otherwise the composer handles the key.
  case acceptChosen = "accept-chosen"
}

public nonisolated enum MessageCommand: String, Hashable, Sendable, CaseIterable {
  case next, previous, first, last
  case reply, thread, edit, delete, pin, react, copy
  case copyPlace = "copy-place"
  case wrapCode = "wrap-code"
  case codeLeft = "code-left"
  case codeRight = "code-right"
  case view, open, save, retry, discard, leave
}

public nonisolated enum PanelCommand: String, Hashable, Sendable, CaseIterable {
  case next, previous
  case nextPage = "next-page"
  case previousPage = "previous-page"
  case first, last
  case accept, dismiss
  /// Removes the selected item: a draft, a pin.
  case remove
  /// Removes all items, such as the texts of a history.
  case removeAll = "remove-all"
  /// Undoes the last removal.
  case restore
  /// Switches to the other view: drafts or their history.
  case toggle
  /// Ignores the user of the selected item, or stops ignoring them.
  case ignore
  /// Answers the message of the selected item, in the composer of its channel or thread.
  case answer
  case markRead = "mark-read"
  case markAllRead = "mark-all-read"
}

public nonisolated enum GlobalCommand: String, Hashable, Sendable, CaseIterable {
  case nextChannel = "next-channel"
  case previousChannel = "previous-channel"
  case channel1 = "channel-1"
  case channel2 = "channel-2"
  case channel3 = "channel-3"
  case channel4 = "channel-4"
  case channel5 = "channel-5"
  case channel6 = "channel-6"
  case channel7 = "channel-7"
  case channel8 = "channel-8"
  case channel9 = "channel-9"
  case nextUnread = "next-unread"
  case lastChannel = "last-channel"
  case switcher
  case drafts
  case threads
  case draftHistory = "draft-history"
  case search
  case searchEverywhere = "search-everywhere"
  case pins, members, inbox, accounts
  case directory
  case pageUp = "page-up"
  case pageDown = "page-down"
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"
  case oldest, newest
  case messageMode = "message-mode"
  /// Undoes a pending deletion or pin, or restores a discarded draft.
  case takeBack = "take-back"
  case closeThread = "close-thread"
  case otherPane = "other-pane"
  case sidebar
  case foldChannels = "fold-channels"
  case foldDirects = "fold-directs"
  case foldThreads = "fold-threads"
  case nextSpace = "next-space"
  /// Folds or unfolds the space of the open channel; outside a space, all spaces.
  case foldSpace = "fold-space"
  case stepBack = "ladder"
  case interrupt
  case leaveTour = "leave-tour"
  case help
  /// Says what the next key does.
  case describeKey = "describe-key"
  case redraw, suspend, quit
}

/// The commands of vi keys, with `keys.style` set to `vi`. The raw values are the names in the configuration file.
public nonisolated enum ViCommand: String, Hashable, Sendable, CaseIterable {
  // Motions.
  case left, right
  case lineUp = "line-up"
  case lineDown = "line-down"
  case wordForward = "word-forward"
  case bigWordForward = "big-word-forward"
  case wordBackward = "word-backward"
  case bigWordBackward = "big-word-backward"
  case wordEnd = "word-end"
  case bigWordEnd = "big-word-end"
  case wordEndBackward = "word-end-backward"
  case bigWordEndBackward = "big-word-end-backward"
  case lineStart = "line-start"
  case firstNonblank = "first-nonblank"
  case lineEnd = "line-end"
  case textStart = "text-start"
  case textEnd = "text-end"
  case paragraphForward = "paragraph-forward"
  case paragraphBackward = "paragraph-backward"
  case matchingBracket = "matching-bracket"
  case find
  case findBackward = "find-backward"
  case till
  case tillBackward = "till-backward"
  case repeatFind = "repeat-find"
  case repeatFindOpposite = "repeat-find-opposite"

  // Operators, which take a motion or a text object.
  case delete, change, yank, indent, outdent, lowercase, uppercase
  case toggleCase = "toggle-case"

  // Operators that include a motion.
  case deleteRight = "delete-right"
  case deleteLeft = "delete-left"
  case deleteToLineEnd = "delete-to-line-end"
  case changeToLineEnd = "change-to-line-end"
  case yankLine = "yank-line"
  case substitute
  case substituteLine = "substitute-line"

  // Other changes.
  case put
  case putBefore = "put-before"
  case join, replace
  case toggleCaseHere = "toggle-case-here"
  case `repeat`, undo, redo

  // Insert mode.
  case insert
  case insertAtLineStart = "insert-at-line-start"
  case append
  case appendAtLineEnd = "append-at-line-end"
  case openBelow = "open-below"
  case openAbove = "open-above"
  /// Ends insert mode.
  case normalMode = "normal-mode"

  // Registers, visual mode, and commands that are not about the text.
  case register, visual
  case visualLines = "visual-lines"
  case otherEnd = "other-end"
  case changeSelected = "change-selected"
  case deleteSelected = "delete-selected"
  case lowercaseSelected = "lowercase-selected"
  case uppercaseSelected = "uppercase-selected"
  case toggleCaseSelected = "toggle-case-selected"
  case command, search
  case spellWord = "spell-word"
  case addWord = "add-word"
  case nextMisspelling = "next-misspelling"
  case previousMisspelling = "previous-misspelling"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"

  // Text objects.
  case innerWord = "inner-word"
  case aWord = "a-word"
  case innerBigWord = "inner-big-word"
  case aBigWord = "a-big-word"
  case innerParagraph = "inner-paragraph"
  case aParagraph = "a-paragraph"
  case innerQuotes = "inner-quotes"
  case aQuotes = "a-quotes"
  case innerApostrophes = "inner-apostrophes"
  case aApostrophes = "a-apostrophes"
  case innerBackquotes = "inner-backquotes"
  case aBackquotes = "a-backquotes"
  case innerParentheses = "inner-parentheses"
  case aParentheses = "a-parentheses"
  case innerBrackets = "inner-brackets"
  case aBrackets = "a-brackets"
  case innerBraces = "inner-braces"
  case aBraces = "a-braces"
  case innerAngles = "inner-angles"
  case aAngles = "a-angles"
  /// A mention, a channel or a link: one whole element of the message.
  case element
  case elementAndBlank = "element-and-blank"

  var area: KeyArea {
    switch self {
    case .normalMode: .insert
    case .otherEnd, .changeSelected, .deleteSelected, .lowercaseSelected, .uppercaseSelected,
      .toggleCaseSelected:
      .visual
    case .innerWord, .aWord, .innerBigWord, .aBigWord, .innerParagraph, .aParagraph, .innerQuotes, .aQuotes,
      .innerApostrophes, .aApostrophes, .innerBackquotes, .aBackquotes, .innerParentheses, .aParentheses,
      .innerBrackets, .aBrackets, .innerBraces, .aBraces, .innerAngles, .aAngles, .element,
      .elementAndBlank:
      .textObject
    default: .normal
    }
  }
}
