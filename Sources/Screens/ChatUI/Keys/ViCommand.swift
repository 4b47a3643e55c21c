/// What a key of vi means, with `keys.style` set to `vi`. The raw values are the names used in the configuration file.
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

  // Operators with a motion of their own.
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

  // Registers, visual mode, and what is not about the text.
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
