/// Why a draft changed. The history joins typed keys into steps; listeners distinguish the user's edits from restored ones.
public enum EditOrigin: Hashable, Sendable {
  /// A key: a few Characters inserted or removed at the caret.
  case typing
  /// Text from the clipboard or a terminal's paste.
  case paste
  /// An accepted suggestion, or a mention set or removed by hand.
  case suggestion
  /// Undo or redo.
  case undo
  /// A stored draft was loaded.
  case restore
  /// Another device's edits.
  case merge
  /// The text came back from an editor, or `update(text:)` replaced it.
  case externalEditor
}
