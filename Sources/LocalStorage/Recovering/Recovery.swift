import ChatDomain

/// Describes a damaged file that was set aside, with its readable contents moved to a new file.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public let damage: StoreDamage
  /// The name of the damaged file, or of its journal if there was no file, next to the new one.
  public let setAsideAs: String
  /// The contents of the new file; nil if an earlier start made it, and was interrupted before it could say so.
  public let found: Salvaged?

  /// How much could be read of a damaged file.
  public struct Salvaged: Hashable, Sendable {
    /// How many drafts were saved from the damaged file.
    public var drafts = 0
    /// How many texts of the draft history were.
    public var historyEntries = 0
    /// How many waiting messages and changes were.
    public var outboxEntries = 0
    /// The number of unreadable places. Each may have held one item or several.
    public var unreadable = 0

    static func + (one: Salvaged, two: Salvaged) -> Salvaged {
      Salvaged(
        drafts: one.drafts + two.drafts, historyEntries: one.historyEntries + two.historyEntries,
        outboxEntries: one.outboxEntries + two.outboxEntries, unreadable: one.unreadable + two.unreadable)
    }
  }

  /// A sentence for a person.
  public var description: String {
    "\(damage). \(contents). What was there before is kept as \(setAsideAs)"
  }

  private var contents: String {
    guard let found else { return "What could be read is here" }
    let loss =
      switch found.unreadable {
      case 0: damage.takesWords ? "What is left" : "Everything could be read; what"
      case 1: "One place in it could not be read; what could"
      case let count: "\(count) places in it could not be read; what could"
      }
    return """
      \(loss) is here: \(counted(found.drafts, "draft", "drafts")), \
      \(counted(found.outboxEntries, "message", "messages")) on the way, \(found.historyEntries) in the history
      """
  }
}

extension StoreDamage: CustomStringConvertible {
  /// A sentence for a person, without its full stop.
  public var description: String {
    switch self {
    case .file: "The file in which drafts are kept was damaged"
    case .emptied: "The file in which drafts are kept was empty or gone, and words may be missing"
    case .journalGone: "The journal of the file in which drafts are kept is gone, and the last words with it"
    case .journal:
      "The journal of the file in which drafts are kept was damaged, and the last words may be missing"
    case .journalOfOther: "The journal beside the file in which drafts are kept is that of another file"
    }
  }

  /// Whether it takes words away without leaving an unreadable place.
  fileprivate var takesWords: Bool {
    switch self {
    case .file, .journalOfOther: false
    case .emptied, .journalGone, .journal: true
    }
  }
}
