import TerminalScreen

/// The sign of what is encrypted: a key, which takes one column everywhere. Words stand beside it where there is room.
package enum EncryptionSign {
  package static let text = "⚿"
  static let glyphs = ScreenText(text)
}
