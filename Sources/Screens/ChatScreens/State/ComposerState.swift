public import DraftEngine

/// A draft while it is edited, with the notes above it.
public struct ComposerState: Hashable, Sendable {
  /// The destination: "#general", "thread in #general".
  public var destination = ""
  /// A shorter form of the destination for a narrow pane: "thread"; empty if there is none.
  public var shortDestination = ""
  /// Keys in place of the destination, while a message is selected: "q back · Up/Down choose a message".
  public var keys: String?
  /// Whether messages to the destination are encrypted.
  public var isEncrypted = false
  public var text = ""
  /// Whether the text is empty because the user deleted it, instead of sending it or putting it aside.
  public var isErased = false
  public var mentions: [MentionSpan] = []
  /// Whether mentions are shown with their `@` and `#`, as the theme requires.
  public var showsSigns = false
  /// Whether formatting is shown while it is typed.
  public var showsStyles = true
  /// Misspelled words, in order and without overlaps.
  public var misspelled: [Range<Int>] = []
  /// The caret in UTF-8 bytes, like all positions here.
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
  /// When that message was sent: "09:41".
  public var editingTime: String?
  /// How to end the edit: "Esc cancels the edit".
  public var editingHint: String?
  /// The first words of an abandoned edit that can be resumed.
  public var leftEdit: String?
  /// How to resume the abandoned edit: "Up continues".
  public var leftEditHint: String?
  public var files: [UploadLine] = []
  /// The note about typed names that are not mentions.
  public var telling: Telling?
  /// Whether the reply is also shown in the channel; nil outside of threads.
  public var isShownInChannel: Bool?
  /// The key that switches `isShownInChannel`.
  public var channelKey: String?
  /// "Alex, Ben are typing…".
  public var typing: String?
  /// Shown while there is no text.
  public var placeholder = ""
  /// The preview of what will be sent and who will be notified, if it is switched on.
  public var preview: String?

  public init() {}

  /// Whether everything above the text is the same.
  func hasSameHead(as other: ComposerState) -> Bool {
    destination == other.destination && shortDestination == other.shortDestination && keys == other.keys
      && isEncrypted == other.isEncrypted && mode == other.mode && typing == other.typing
      && isShownInChannel == other.isShownInChannel && channelKey == other.channelKey
      && editingTime == other.editingTime && editingHint == other.editingHint
      && telling == other.telling && quote == other.quote && editing == other.editing
      && leftEdit == other.leftEdit && leftEditHint == other.leftEditHint && files == other.files
  }

  public struct Telling: Hashable, Sendable {
    public var text: String
    /// How urgent the note is.
    public var tone: Tone

    public enum Tone: Hashable, Sendable { case quiet, good, warning }

    public init(text: String, tone: Tone) {
      self.text = text
      self.tone = tone
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

/// The suggestions for the typed text, above the caret.
public struct PopupState: Hashable, Sendable {
  public var title = ""
  public var rows: [PopupRow] = []
  /// The row that Tab accepts.
  public var selection = 0
  /// Whether Enter accepts the selection too: the user moved it, or opened the popup with a key.
  public var isChosen = false
  /// The key that accepts the selection, such as "Tab inserts"; empty without rows.
  public var hint = ""
  /// The text if there are no rows: "looking…", "nobody by that name", or why the lookup failed.
  public var note: String?
  /// Whether the note only says that a lookup has begun.
  public var isLookupNew = false
  /// Whether the rows are people.
  public var isOfPeople = false
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
