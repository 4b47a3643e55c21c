/// What is suggested for what was typed, above the caret.
public struct PopupState: Hashable, Sendable {
  public var title = ""
  public var rows: [PopupRow] = []
  /// The row that Tab takes.
  public var selection = 0
  /// Whether the choice was moved, so that Enter takes it too.
  public var isChosen = false
  /// Instead of rows: "looking…", "nobody by that name", why it failed.
  public var note: String?
  /// Where in the text the trigger stands, in UTF-8 bytes: the popup begins over it.
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
