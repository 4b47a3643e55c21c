import ChatDomain
import DraftEngine

extension StoredDraft {
  /// A draft of one word.
  static func kept(for key: DraftKey, at time: Timestamp) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: "kept")]), createdAt: time, updatedAt: time)
  }
}
