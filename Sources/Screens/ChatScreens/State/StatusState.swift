/// The last line.
public struct StatusState: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case quiet, good, warning, error }

  public struct Part: Hashable, Sendable {
    public var text: String
    public var tone: Tone
    /// Shown where there is no room for the text; empty: the text is cut.
    public var short: String

    public init(_ text: String, _ tone: Tone = .quiet, short: String = "") {
      self.text = text
      self.tone = tone
      self.short = short
    }
  }

  /// "online", "offline, tried again in 4 s".
  public var connection = Part("")
  /// What concerns the person and is unread: "4 for you"; it is shown whole or not at all.
  public var news = ""
  /// "drafts saved", "not saved yet: no room on the disk".
  public var saving = Part("")
  /// A mode or the beginning of a key sequence: "message", "C-x-".
  public var mode: String?
  /// The latest notice; it replaces the hint.
  public var notice: Part?
  /// Keys worth knowing now.
  public var hint = ""
  /// Whether the hint stays beside a notice, which then has rows of its own if there is room for them.
  public var keepsHint = false
  /// The key that explains all others, which stays where there is no room for the hint.
  public var help = ""
  /// A tour's current step; it has its own lines, and none on a small screen.
  public var guide = ""

  public init() {}
}
