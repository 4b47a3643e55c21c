/// The suggestions for the typed text, above the caret.
public struct PopupState: Hashable, Sendable {
  public var title = ""
  public var rows: [PopupRow] = []
  /// The row that Tab accepts.
  public var selection = 0
  /// Whether the person moved the selection, so that Enter accepts it too.
  public var isChosen = false
  /// A text instead of rows: "looking…", "nobody by that name", why it failed.
  public var note: String?
  /// The place of the trigger in the text, in UTF-8 bytes: the popup begins above it.
  public var anchor = 0

  public init() {}
}

public struct PopupRow: Hashable, Sendable {
  public var label: String
  public var detail: String

  public init(label: String, detail: String = "") {
    self.label = label
    self.detail = detail
  }
}
