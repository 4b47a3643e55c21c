import TerminalScreen

/// What has come from the terminal so far, as far as the meaning of later events depends on it.
final class InputState {
  /// The beginning of a key sequence.
  var pendingKeys: [KeyEvent] = []
  /// How many keys and pastes have come.
  var keyCount = 0
  /// Whether a paste has begun whose end has not come yet.
  var isPasting = false
  /// Whether the terminal has the focus, as far as it reports that.
  var isTerminalFocused = true
}
