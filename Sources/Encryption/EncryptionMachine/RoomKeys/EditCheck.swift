package import CrossSigning

/// Whether an event may replace the content of another one (CVE-2026-45057).
///
/// The server can read and change the relation of an edit, so more than the ids must match.
package enum EditCheck {
  /// One of the two events.
  package struct Side: Hashable, Sendable {
    package let room: String
    package let sender: String
    /// The type after decryption.
    package let type: String
    /// How the event is shown if it was encrypted; nil for one in the clear.
    package let trust: MessageTrust?
    /// Whether it is an edit itself.
    package let isEdit: Bool
    /// Whether it has `m.new_content` after decryption.
    package let hasNewContent: Bool
    package let isState: Bool

    package init(
      room: String, sender: String, type: String, trust: MessageTrust?, isEdit: Bool, hasNewContent: Bool,
      isState: Bool = false
    ) {
      (self.room, self.sender, self.type, self.trust) = (room, sender, type, trust)
      (self.isEdit, self.hasNewContent, self.isState) = (isEdit, hasNewContent, isState)
    }
  }

  /// Whether the edit may replace the content of the original.
  package static func isAllowed(_ edit: Side, of original: Side) -> Bool {
    guard edit.room.utf8.elementsEqual(original.room.utf8),
      edit.sender.utf8.elementsEqual(original.sender.utf8),
      edit.type.utf8.elementsEqual(original.type.utf8)
    else { return false }
    guard !edit.isState, !original.isState, !original.isEdit, edit.hasNewContent else { return false }
    return isProven(edit.trust, asWellAs: original.trust)
  }

  /// Whether the sender of an event is at least as well proven as that of the event it changes. Something in the clear, or with an
  /// unproven sender, must not change something better proven.
  package static func isProven(_ trust: MessageTrust?, asWellAs original: MessageTrust?) -> Bool {
    guard let original else { return true }
    guard let trust else { return false }
    return rank(trust) >= rank(original)
  }

  private static func rank(_ trust: MessageTrust) -> Int {
    switch trust {
    case .hidden: 0
    case .marked(.senderNotProven): 1
    case .marked: 2
    case .shown: 3
    }
  }
}
