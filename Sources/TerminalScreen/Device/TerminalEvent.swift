/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Pasted text, bytes as they came; what is not UTF-8 has become U+FFFD.
  case paste(String)
  case mouse(MouseEvent)
  /// The window got or lost the person's attention.
  case focus(Bool)
  case resized(Size)
  /// Somebody asks the program to end: SIGHUP, SIGTERM, or nobody is there any more.
  case hangUp
  case terminate
}
