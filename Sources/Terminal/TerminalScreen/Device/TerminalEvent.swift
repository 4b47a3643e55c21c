/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Escape directly followed by a key: the same bytes as the key with Alt.
  case escapeAndKey(KeyEvent)
  /// Pasted text, unchanged; invalid UTF-8 is replaced by U+FFFD.
  case paste(String)
  /// A paste has begun and its end has not arrived yet; `paste` follows.
  case pasteBegins
  /// Keys without text directly after a paste were ignored.
  case keysIgnored
  case mouse(MouseEvent)
  /// The window got or lost the focus.
  case focus(Bool)
  case resized(Size)
  /// The terminal's background, as it answered the question for it.
  case background(Background)
  /// The terminal's device attributes. Every terminal reports them, so no answer to an earlier question arrives later.
  case deviceAttributes(hasSixels: Bool)
  /// The terminal reported how it shows pictures.
  case showsPictures(PictureAnswer)
  /// The program is asked to end: SIGHUP, SIGTERM, or the terminal is gone.
  case hangUp
  case terminate
}

extension TerminalEvent {
  /// Resolves an Escape with a key to the key with Alt if `isMeta` accepts it, and to two keys otherwise.
  public func resolved(isMeta: (KeyEvent) -> Bool) -> [TerminalEvent] {
    guard case .escapeAndKey(let key) = self else { return [self] }
    let meta = key.withAlt
    return isMeta(meta) ? [.key(meta)] : [.key(KeyEvent(.escape)), .key(key)]
  }
}
