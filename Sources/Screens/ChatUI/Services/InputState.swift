import TerminalScreen

/// The terminal input received so far, as far as later events depend on it.
final class InputState {
  /// The keys of an unfinished sequence.
  var pendingKeys: [KeyEvent] = []
  /// Whether the next keys are described instead of performed.
  var isDescribing = false
  /// The number of keys and pastes received.
  var keyCount = 0
  /// Whether a paste has begun and not ended.
  var isPasting = false
  /// Whether the terminal has the focus, if it reports that.
  var isTerminalFocused = true
}
