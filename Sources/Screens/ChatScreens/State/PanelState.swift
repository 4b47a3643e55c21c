public import ChatDomain
public import TerminalScreen

/// A panel over the screen that has the keys: a list with an input line, a question, or a picture.
public enum PanelState: Hashable, Sendable {
  case list(ListPanelState)
  case question(QuestionState)
  case picture(PicturePanelState)
}

/// The switcher, searches, drafts, history, pins, members, help: all are lists.
public struct ListPanelState: Hashable, Sendable {
  public var title = ""
  /// The text typed to narrow the list; nil without an input line.
  public var query: String?
  /// The position of the cursor in the query, in Characters.
  public var queryCaret = 0
  public var rows: [PanelRow] = []
  public var selection = 0
  /// A text instead of rows: "nothing found", "searching…", an error.
  public var note: String?
  /// The keys for this panel: "Enter open · C-d discard".
  public var hint = ""

  public init() {}
}

public struct PanelRow: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case item, heading }

  public var kind: Kind
  public var text: String
  /// A second line, or nothing.
  public var detail: String
  /// The text at the right end of the first line.
  public var trailing: String
  /// The matches of a search in the text, in UTF-8 bytes and in order. A text with matches is a single line.
  public var matches: [Range<Int>] = []
  /// Whether a long text wraps instead of being cut.
  public var wraps = false

  public init(_ text: String, kind: Kind = .item, detail: String = "", trailing: String = "") {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.trailing = trailing
  }
}

/// A question that is answered with a key.
public struct QuestionState: Hashable, Sendable {
  public var title: String
  public var text: String
  /// The keys and their effects: ("y", "delete").
  public var answers: [Answer]

  public struct Answer: Hashable, Sendable {
    public var key: String
    public var meaning: String

    public init(key: String, meaning: String) {
      self.key = key
      self.meaning = meaning
    }
  }

  public init(title: String, text: String, answers: [Answer]) {
    self.title = title
    self.text = text
    self.answers = answers
  }
}

/// A file of a message that is shown as a picture.
public struct PictureState: Hashable, Sendable {
  /// The size, if it is known before the picture is loaded: as many rows are reserved for it.
  public var size: PictureSize?
  /// Nil until it is loaded.
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
  /// Nil until it is loaded.
  public var picture: Picture?
  /// The text shown until the picture is ready for this screen, or if loading failed.
  public var note: String
  /// The keys for this panel.
  public var hint: String

  public init(title: String, picture: Picture? = nil, note: String = "", hint: String = "") {
    self.title = title
    self.picture = picture
    self.note = note
    self.hint = hint
  }

  /// The cells for a picture on a screen of this size, without the frame around them and the last line.
  public static func room(on screen: Size) -> Size {
    Size(columns: max(1, screen.columns - 2), rows: max(1, screen.rows - 3))
  }
}
