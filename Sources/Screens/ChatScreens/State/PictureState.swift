public import ChatDomain
public import TerminalScreen

/// A file of a message that is shown as a picture.
public struct PictureState: Hashable, Sendable {
  /// Its size as far as it is known without it: so many rows are kept free for it.
  public var size: PictureSize?
  /// Nil until it is there.
  public var picture: Picture?
  /// Why it is not shown.
  public var failure: String?

  public init(size: PictureSize? = nil, picture: Picture? = nil, failure: String? = nil) {
    self.size = size
    self.picture = picture
    self.failure = failure
  }
}

/// A picture over the screen.
public struct PicturePanelState: Hashable, Sendable {
  /// The name of its file.
  public var title: String
  /// Nil until there is one.
  public var picture: Picture?
  /// What is said until the one for this screen is there, or if it never is.
  public var note: String
  /// The keys that do something here.
  public var hint: String

  public init(title: String, picture: Picture? = nil, note: String = "", hint: String = "") {
    self.title = title
    self.picture = picture
    self.note = note
    self.hint = hint
  }

  /// The cells for a picture on a screen of this size: there are a frame around them, and the last line.
  public static func room(on screen: Size) -> Size {
    Size(columns: max(1, screen.columns - 2), rows: max(1, screen.rows - 3))
  }
}
