public import DraftEngine

/// A draft while it is edited, with the notes above it.
public struct ComposerState: Hashable, Sendable {
  /// Where Enter sends to: "#general", "thread in #general".
  public var destination = ""
  public var text = ""
  public var mentions: [MentionSpan] = []
  /// Whether mentions are shown with their `@` and `#`, as the theme wants it.
  public var showsSigns = false
  /// Whether words look as their marks say while they are typed.
  public var showsStyles = true
  /// Words that are spelled wrongly, in order and apart.
  public var misspelled: [Range<Int>] = []
  /// The caret in UTF-8 bytes, as all positions here.
  public var caret = 0
  /// The selected range.
  public var selection: Range<Int>?
  /// The mode of vi's keys: "NORMAL 2d".
  public var mode: String?
  /// The number of rows scrolled out at the top.
  public var firstRow = 0
  public var quote: QuoteLine?
  /// The first words of the message being edited in place of the draft.
  public var editing: String?
  /// The first words of an abandoned edit that can be resumed.
  public var leftEdit: String?
  /// How to resume the abandoned edit: "Up goes on".
  public var leftEditHint: String?
  public var files: [UploadLine] = []
  /// What becomes of names that were typed and are no mentions.
  public var telling: Telling?
  /// In a thread: whether the reply is shown in the channel too.
  public var isShownInChannel: Bool?
  /// "Alex, Ben are typing…".
  public var typing: String?
  /// Shown while there is no text.
  public var placeholder = ""
  /// The preview of what will be sent and who will be notified, if it is switched on.
  public var preview: String?

  public init() {}

  /// Whether the same stands above the text: where it goes, who is typing, and the notes.
  func hasSameHead(as other: ComposerState) -> Bool {
    destination == other.destination && mode == other.mode && typing == other.typing
      && isShownInChannel == other.isShownInChannel
      && telling == other.telling && quote == other.quote && editing == other.editing
      && leftEdit == other.leftEdit && leftEditHint == other.leftEditHint && files == other.files
  }

  public struct Telling: Hashable, Sendable {
    public var text: String
    /// Whether a name tells nobody.
    public var isWarning: Bool

    public init(text: String, isWarning: Bool) {
      self.text = text
      self.isWarning = isWarning
    }
  }

  public struct QuoteLine: Hashable, Sendable {
    public var author: String
    public var text: String

    public init(author: String, text: String) {
      self.author = author
      self.text = text
    }
  }
}
