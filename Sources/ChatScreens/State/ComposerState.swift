public import DraftEngine

/// A draft as it is edited, with what stands above it.
public struct ComposerState: Hashable, Sendable {
  /// Where Enter sends to: "#general", "thread in #general".
  public var destination = ""
  public var text = ""
  public var mentions: [MentionSpan] = []
  /// In UTF-8 bytes, as all places in here.
  public var caret = 0
  /// What is marked.
  public var selection: Range<Int>?
  /// Rows of it that lie above what is shown.
  public var firstRow = 0
  public var quote: QuoteLine?
  /// The message that is edited in place of the draft: its first words.
  public var editing: String?
  /// An edit that was left and can be taken up again: its first words.
  public var leftEdit: String?
  /// How the edit that was left is taken up: "Up goes on".
  public var leftEditHint: String?
  public var files: [UploadLine] = []
  /// In a thread: whether the reply is shown in the channel too.
  public var isShownInChannel: Bool?
  /// "Alex, Ben are typing…".
  public var typing: String?
  /// Shown while there is no text.
  public var placeholder = ""
  /// What will be sent and who will be told, when that is switched on.
  public var preview: String?

  public init() {}

  public struct QuoteLine: Hashable, Sendable {
    public var author: String
    public var text: String

    public init(author: String, text: String) {
      self.author = author
      self.text = text
    }
  }
}
