/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Escape and a key right behind it: the same bytes as the key with Alt.
  case escapeAndKey(KeyEvent)
  /// Pasted text, unchanged; invalid UTF-8 is replaced by U+FFFD.
  case paste(String)
  /// A paste has begun whose end has not come yet; `paste` follows.
  case pasteBegins
  /// Keys that are no text came right behind a paste, where they do nothing.
  case keysIgnored
  case mouse(MouseEvent)
  /// The window got or lost the focus.
  case focus(Bool)
  case resized(Size)
  /// What the terminal writes on, as it said when it was asked.
  case background(Background)
  /// The terminal said what it can do: the answer that every terminal gives, so that no answer to an earlier question
  /// comes after it.
  case deviceAttributes(hasSixels: Bool)
  /// The terminal said something of how it shows pictures.
  case showsPictures(PictureAnswer)
  /// The program is asked to end: SIGHUP, SIGTERM, or the terminal is gone.
  case hangUp
  case terminate
}

extension TerminalEvent {
  /// Tells Escape and a key as one with Alt where that can be one, and else as two keys.
  public func resolved(isMeta: (KeyEvent) -> Bool) -> [TerminalEvent] {
    guard case .escapeAndKey(let key) = self else { return [self] }
    let meta = key.withAlt
    return isMeta(meta) ? [.key(meta)] : [.key(KeyEvent(.escape)), .key(key)]
  }
}
