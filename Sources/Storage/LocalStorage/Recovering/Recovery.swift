import ChatDomain

/// Describes a damaged file that was set aside, with its readable contents moved to a new file.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public let damage: StoreDamage
  /// The name of the damaged file, or of its journal if there was no file, next to the new one; nil if nothing was there.
  public let setAsideAs: String?
  /// The contents of the new file; nil if an earlier start made it and was interrupted before it could report them. For an
  /// older copy, only the texts that its log added to the history.
  public let found: Salvaged?

  /// How much could be read of a damaged file.
  public struct Salvaged: Hashable, Sendable {
    /// How many drafts were saved from the damaged file.
    public var drafts = 0
    /// How many texts of the draft history were saved.
    public var historyEntries = 0
    /// How many waiting messages and changes were saved.
    public var outboxEntries = 0
    /// The number of unreadable places. Each may have held one item or several.
    public var unreadable = 0
    /// Whether the session is set offline, because the stored choice could not be read.
    public var isOfflineAssumed = false

    static func + (one: Salvaged, two: Salvaged) -> Salvaged {
      Salvaged(
        drafts: one.drafts + two.drafts, historyEntries: one.historyEntries + two.historyEntries,
        outboxEntries: one.outboxEntries + two.outboxEntries, unreadable: one.unreadable + two.unreadable,
        isOfflineAssumed: one.isOfflineAssumed || two.isOfflineAssumed)
    }
  }

  /// A copy that counts additional history entries, which came from the log.
  func adding(historyEntries count: Int) -> Recovery {
    guard var found else { return self }
    found.historyEntries += count
    return Recovery(damage: damage, setAsideAs: setAsideAs, found: found)
  }

  /// A sentence for the user.
  public var description: String {
    "\(damage). \(contents)" + (setAsideAs.map { ". What was there before is kept as \($0)" } ?? "")
      + (isOfflineAssumed
        ? ". Inkwell stays offline, because it cannot tell whether you were; /online connects and sends"
        : "")
  }

  private var isOfflineAssumed: Bool { damage == .older || found?.isOfflineAssumed == true }

  private var contents: String {
    guard let found else { return damage.remains }
    // An older file is not replaced, and its contents were not counted.
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
  /// A sentence for the user, without its full stop.
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

  /// What was recovered, for damage whose contents were not counted.
  fileprivate var remains: String {
    switch self {
    case .edits: "What could be read of it is here"
    default: "What could be read is here"
    }
  }

  /// Whether the damage can lose text without leaving an unreadable place.
  fileprivate var takesWords: Bool {
    switch self {
    case .file, .journalOfOther, .editsOfNewer: false
    case .emptied, .journalGone, .journal, .older, .edits: true
    }
  }
}
