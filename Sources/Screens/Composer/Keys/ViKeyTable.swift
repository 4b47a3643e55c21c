import TerminalScreen

/// The bindings of vi keys, used with `keys.style` set to `vi`.
nonisolated enum ViKeyTable {
  static let bindings: [KeyBinding] = modes + motions + operators + changes + visual + objects + others

  private static let modes = [
    row(.normalMode, "Escape", "switch to normal mode"),
    row(.insert, "i", "type before the caret"),
    row(.append, "a", "type after the character at the caret"),
    row(.insertAtLineStart, "I", "type at the start of the line"),
    row(.appendAtLineEnd, "A", "type at the end of the line"),
    row(.openBelow, "o", "type in a new line below"),
    row(.openAbove, "O", "type in a new line above"),
    row(.visual, "v", "select characters"),
    row(.visualLines, "V", "select lines"),
  ]

  private static let motions = [
    row(.left, "h, Left, Backspace, C-h", "go back one character"),
    row(.right, "l, Right, Space", "go forward one character"),
    row(.lineDown, "j", "go down a line"),
    row(.lineUp, "k", "go up a line"),
    row(.wordForward, "w", "next word"),
    row(.bigWordForward, "W", "next blank-separated word"),
    row(.wordBackward, "b", "previous word"),
    row(.bigWordBackward, "B", "previous blank-separated word"),
    row(.wordEnd, "e", "end of the word"),
    row(.bigWordEnd, "E", "end of the blank-separated word"),
    row(.wordEndBackward, "g e", "end of the previous word"),
    row(.bigWordEndBackward, "g E", "end of the previous blank-separated word"),
    row(.lineStart, "0, Home", "start of the line"),
    row(.firstNonblank, "^, _", "first character of the line that is not blank"),
    row(.lineEnd, "$, End", "end of the line"),
    row(
      .textStart, "g g", "first line, or the line with the number; in an empty composer the oldest message"),
    row(.textEnd, "G", "last line, or the line with the number; in an empty composer the newest message"),
    row(.paragraphBackward, "{", "previous empty line"),
    row(.paragraphForward, "}", "next empty line"),
    row(.matchingBracket, "%", "matching bracket"),
    row(.find, "f", "next such character in the line"),
    row(.findBackward, "F", "previous such character in the line"),
    row(.till, "t", "before the next such character"),
    row(.tillBackward, "T", "after the previous such character"),
    row(.repeatFind, ";", "repeat that search"),
    row(.repeatFindOpposite, ",", "repeat that search the other way"),
  ]

  private static let operators = [
    row(.delete, "d", "delete what a motion or an object covers; dd lines"),
    row(.change, "c", "delete it and type; cc lines"),
    row(.yank, "y", "copy it; yy lines"),
    row(.indent, ">", "indent lines; >> this one"),
    row(.outdent, "<", "outdent lines; << this one"),
    row(.lowercase, "g u", "make lower case; guu the line"),
    row(.uppercase, "g U", "make upper case; gUU the line"),
    row(.toggleCase, "g ~", "swap upper and lower case; g~~ in the line"),
    row(.deleteRight, "x", "delete the character"),
    row(.deleteLeft, "X", "delete the character before"),
    row(.deleteToLineEnd, "D", "delete to the end of the line"),
    row(.changeToLineEnd, "C", "delete to the end of the line and type"),
    row(.yankLine, "Y", "copy the line"),
    row(.substitute, "s", "delete the character and type"),
    row(.substituteLine, "S", "delete the line's text and type"),
  ]

  private static let changes = [
    row(.put, "p", "paste after the caret, lines below"),
    row(.putBefore, "P", "paste before the caret, lines above"),
    row(.register, "\"", "name the register for the next command: a to z, + the clipboard, _ none"),
    row(.join, "J", "join the line with the next one"),
    row(.replace, "r", "replace the character"),
    row(.toggleCaseHere, "~", "swap upper and lower case of the character"),
    row(.repeat, ".", "repeat the last change"),
    row(.undo, "u", "undo; mentions come back too"),
    row(.redo, "C-r", "redo"),
  ]

  private static let visual = [
    row(.otherEnd, "o, O", "go to the other end of the selection"),
    row(.deleteSelected, "x, Delete", "delete the selection"),
    row(.changeSelected, "s", "delete the selection and type"),
    row(.lowercaseSelected, "u", "make the selection lower case"),
    row(.uppercaseSelected, "U", "make the selection upper case"),
    row(.toggleCaseSelected, "~", "swap upper and lower case in the selection"),
  ]

  private static let objects = [
    row(.innerWord, "i w", "the word"),
    row(.aWord, "a w", "the word and its blanks"),
    row(.innerBigWord, "i W", "the blank-separated word"),
    row(.aBigWord, "a W", "the blank-separated word and its blanks"),
    row(.innerParagraph, "i p", "the lines up to an empty one"),
    row(.aParagraph, "a p", "the same with the empty lines"),
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
    row(.command, ":", "type a command; with text in the composer only :q and :w"),
    row(.search, "/", "search this channel"),
    row(.spellWord, "z =", "suggest spellings of the word, or of the last misspelled one before it"),
    row(.addWord, "z g", "add the word at the caret to your own words"),
    row(.nextMisspelling, "] s", "next misspelled word, or the first one"),
    row(.previousMisspelling, "[ s", "previous misspelled word, or the last one"),
    row(.pageDown, "C-f, C-d", "page down in the messages"),
    row(.pageUp, "C-b, C-u", "page up"),
    row(.scrollDown, "C-e", "scroll down a line"),
    row(.scrollUp, "C-y", "scroll up a line"),
  ]

  private static func row(_ command: ViCommand, _ keys: String, _ meaning: String) -> KeyBinding {
    KeyTable.row(.vi(command), keys, meaning)
  }
}
