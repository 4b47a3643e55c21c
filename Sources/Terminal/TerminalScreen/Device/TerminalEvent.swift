/// An event at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Escape directly followed by a key: the same bytes as the key with Alt.
  case escapeAndKey(KeyEvent)
  /// Pasted text, unchanged; invalid UTF-8 is replaced by U+FFFD.
  case paste(String)
  /// A paste has begun and has not ended yet; `paste` follows.
  case pasteBegins
  /// Keys without text directly after a paste were ignored.
  case keysIgnored
  case mouse(MouseEvent)
  /// The window got or lost the focus.
  case focus(Bool)
  case resized(Size)
  /// The terminal's background, from its answer.
  case background(Background)
  /// The terminal's device attributes. Every terminal reports them, so no answer to an earlier question arrives later.
  case deviceAttributes(hasSixels: Bool)
  /// The terminal reported how it shows pictures.
  case showsPictures(PictureAnswer)
  /// The terminal is gone, or SIGHUP was received.
  case hangUp
  /// SIGTERM or SIGINT was received.
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

/// A mouse action and its cell.
public struct MouseEvent: Hashable, Sendable {
  public enum Act: Hashable, Sendable {
    case press(Button), release(Button), drag(Button)
    case wheelUp, wheelDown
  }

  public enum Button: Hashable, Sendable { case left, middle, right }

  public var act: Act
  public var position: Position

  public init(_ act: Act, at position: Position) {
    self.act = act
    self.position = position
  }
}

/// A terminal's report about its support for pictures.
public enum PictureAnswer: Hashable, Sendable {
  /// The terminal supports kitty's protocol, according to its answer to the question with this number.
  case kitty(question: Int)
  /// The maximum number of colours of a sixel picture.
  case colors(Int)
  /// The maximum size of a sixel picture.
  case largest(Size)
  /// The size of a cell in pixels.
  case cell(Size)
  /// The terminal's name, usually with a version.
  case name(String)
}
