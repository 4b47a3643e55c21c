import ChatDomain

/// Describes a damaged file that was set aside, with its readable contents moved to a new file.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public let damage: StoreDamage
  /// The name of the damaged file, or of its journal if there was no file, next to the new one; nil if nothing was there.
  public let setAsideAs: String?
  /// The contents of the new file; nil if an earlier start made it, and was interrupted before it could say so. Of an older
  /// copy only what its log gave to the history.
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
    /// Whether it could not be read if the user was offline: then the session is.
    public var isOfflineAssumed = false

    static func + (one: Salvaged, two: Salvaged) -> Salvaged {
      Salvaged(
        drafts: one.drafts + two.drafts, historyEntries: one.historyEntries + two.historyEntries,
        outboxEntries: one.outboxEntries + two.outboxEntries, unreadable: one.unreadable + two.unreadable,
        isOfflineAssumed: one.isOfflineAssumed || two.isOfflineAssumed)
    }
  }

  /// The same, with so many more texts of the history, which came from the log.
  func adding(historyEntries count: Int) -> Recovery {
    guard var found else { return self }
    found.historyEntries += count
    return Recovery(damage: damage, setAsideAs: setAsideAs, found: found)
  }

  /// A sentence for a person.
  public var description: String {
    "\(damage). \(contents)" + (setAsideAs.map { ". What was there before is kept as \($0)" } ?? "")
      + (isOfflineAssumed
        ? ". Inkwell stays offline, because it cannot tell whether you were; /online connects and sends"
        : "")
  }

  private var isOfflineAssumed: Bool { damage == .older || found?.isOfflineAssumed == true }

  private var contents: String {
    guard let found else { return damage.remains }
    // Its file is not replaced, and nothing in it was counted.
    if damage == .older {
      return found.historyEntries > 0 ? "What you typed last is in the history, C-x h" : damage.remains
    }
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
    case .older:
      "The files in which drafts are kept are an older copy, and what was written after it is missing"
    case .edits: "The log of what you typed last was damaged or gone, and the last words may be missing"
    case .editsOfNewer: "A newer version of this program wrote the log of what you typed last"
    }
  }

  /// What is here where it was not counted.
  fileprivate var remains: String {
    switch self {
    case .edits: "What could be read of it is here"
    default: "What could be read is here"
    }
  }

  /// Whether it takes words away without leaving an unreadable place.
  fileprivate var takesWords: Bool {
    switch self {
    case .file, .journalOfOther, .editsOfNewer: false
    case .emptied, .journalGone, .journal, .older, .edits: true
    }
  }
}
