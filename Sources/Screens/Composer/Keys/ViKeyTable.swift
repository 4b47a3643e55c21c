import TerminalScreen

/// The bindings of vi keys, used with `keys.style` set to `vi`.
nonisolated enum ViKeyTable {
  static let bindings: [KeyBinding] = modes + motions + operators + changes + visual + objects + others

  private static let modes = [
    row(.normalMode, "Escape", "to normal mode, in which keys type no text"),
    row(.insert, "i", "type before the caret"),
    row(.append, "a", "type behind the character at the caret"),
    row(.insertAtLineStart, "I", "type at the beginning of the line"),
    row(.appendAtLineEnd, "A", "type at the end of the line"),
    row(.openBelow, "o", "type in a new line below"),
    row(.openAbove, "O", "type in a new line above"),
    row(.visual, "v", "select characters"),
    row(.visualLines, "V", "select lines"),
  ]

  private static let motions = [
    row(.left, "h, Left, Backspace, C-h", "one character back"),
    row(.right, "l, Right, Space", "one character on"),
    row(.lineDown, "j", "a line down"),
    row(.lineUp, "k", "a line up"),
    row(.wordForward, "w", "to the next word"),
    row(.bigWordForward, "W", "to the next word between blanks"),
    row(.wordBackward, "b", "to the word before"),
    row(.bigWordBackward, "B", "to the word between blanks before"),
    row(.wordEnd, "e", "to the end of the word"),
    row(.bigWordEnd, "E", "to the end of the word between blanks"),
    row(.wordEndBackward, "g e", "to the end of the word before"),
    row(.bigWordEndBackward, "g E", "to the end of the word between blanks before"),
    row(.lineStart, "0, Home", "to the beginning of the line"),
    row(.firstNonblank, "^, _", "to the first character of the line that is no blank"),
    row(.lineEnd, "$, End", "to the end of the line"),
    row(.textStart, "g g", "to the first line, or to that with the number"),
    row(.textEnd, "G", "to the last line, or to that with the number"),
    row(.paragraphBackward, "{", "to the empty line before"),
    row(.paragraphForward, "}", "to the next empty line"),
    row(.matchingBracket, "%", "to the bracket that belongs to this one"),
    row(.find, "f", "to the next such character in the line"),
    row(.findBackward, "F", "to the one before"),
    row(.till, "t", "before the next such character"),
    row(.tillBackward, "T", "behind the one before"),
    row(.repeatFind, ";", "the same search again"),
    row(.repeatFindOpposite, ",", "the same search the other way"),
  ]

  private static let operators = [
    row(.delete, "d", "delete what a motion or an object takes; dd lines"),
    row(.change, "c", "delete it and type; cc lines"),
    row(.yank, "y", "copy it; yy lines"),
    row(.indent, ">", "indent lines; >> this one"),
    row(.outdent, "<", "take indentation away; << from this one"),
    row(.lowercase, "g u", "small letters; guu in the line"),
    row(.uppercase, "g U", "capitals; gUU in the line"),
    row(.toggleCase, "g ~", "capitals for small letters and the reverse; g~~ in the line"),
    row(.deleteRight, "x", "delete the character"),
    row(.deleteLeft, "X", "delete the character before"),
    row(.deleteToLineEnd, "D", "delete to the end of the line"),
    row(.changeToLineEnd, "C", "delete to the end of the line and type"),
    row(.yankLine, "Y", "copy the line"),
    row(.substitute, "s", "delete the character and type"),
    row(.substituteLine, "S", "delete the line's words and type"),
  ]

  private static let changes = [
    row(.put, "p", "put what was deleted or copied behind the caret, lines below"),
    row(.putBefore, "P", "put it before the caret, lines above"),
    row(.register, "\"", "name the register for the next command: a to z, + the clipboard, _ none"),
    row(.join, "J", "join the line with the next one"),
    row(.replace, "r", "put another character in the place of this one"),
    row(.toggleCaseHere, "~", "a capital for a small letter and the reverse"),
    row(.repeat, ".", "the last change again"),
    row(.undo, "u", "undo; mentions come back too"),
    row(.redo, "C-r", "redo"),
  ]

  private static let visual = [
    row(.otherEnd, "o, O", "to the other end of what is selected"),
    row(.deleteSelected, "x, Delete", "delete it"),
    row(.changeSelected, "s", "delete it and type"),
    row(.lowercaseSelected, "u", "small letters in it"),
    row(.uppercaseSelected, "U", "capitals in it"),
    row(.toggleCaseSelected, "~", "capitals for small letters in it and the reverse"),
  ]

  private static let objects = [
    row(.innerWord, "i w", "the word"),
    row(.aWord, "a w", "the word with its blanks"),
    row(.innerBigWord, "i W", "the word between blanks"),
    row(.aBigWord, "a W", "the word between blanks, with them"),
    row(.innerParagraph, "i p", "the lines up to an empty one"),
    row(.aParagraph, "a p", "the same with the empty ones"),
    row(.innerQuotes, "i \"", "between quotes"),
    row(.aQuotes, "a \"", "the quotes too"),
    row(.innerApostrophes, "i '", "between apostrophes"),
    row(.aApostrophes, "a '", "the apostrophes too"),
    row(.innerBackquotes, "i `", "between backquotes"),
    row(.aBackquotes, "a `", "the backquotes too"),
    row(.innerParentheses, "i (, i ), i b", "between parentheses"),
    row(.aParentheses, "a (, a ), a b", "the parentheses too"),
    row(.innerBrackets, "i [, i ]", "between brackets"),
    row(.aBrackets, "a [, a ]", "the brackets too"),
    row(.innerBraces, "i {, i }, i B", "between braces"),
    row(.aBraces, "a {, a }, a B", "the braces too"),
    row(.innerAngles, "i <, i >", "between angle brackets"),
    row(.aAngles, "a <, a >", "the angle brackets too"),
    row(.element, "i m", "the mention, channel or link"),
    row(.elementAndBlank, "a m", "the mention, channel or link with a blank"),
  ]

  private static let others = [
    row(.command, ":", "a command, in an empty composer"),
    row(.search, "/", "search this channel"),
    row(.spellWord, "z =", "suggest how the word, or the last wrong one before, is spelled"),
    row(.addWord, "z g", "make the word at the caret one of your own words"),
    row(.nextMisspelling, "] s", "to the next word that is spelled wrongly, or the first one"),
    row(.previousMisspelling, "[ s", "to the one before, or the last one"),
    row(.pageDown, "C-f, C-d", "a page down in the messages"),
    row(.pageUp, "C-b, C-u", "a page up"),
    row(.scrollDown, "C-e", "a line down"),
    row(.scrollUp, "C-y", "a line up"),
  ]

  private static func row(_ command: ViCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    KeyTable.row(.vi(command), keys, meaning)
  }
}
