import TerminalScreen

// Goes when the notation of keys arrives in TerminalScreen.
nonisolated extension KeyEvent {
  init?(notation: String) { return nil }
  var description: String { "" }
}
