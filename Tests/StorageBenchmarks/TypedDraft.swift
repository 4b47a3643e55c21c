import ChatDomain
import DraftEngine
import Measuring

/// A draft while it is typed: each version has one letter more or less in the middle.
struct TypedDraft {
  private(set) var stored: StoredDraft
  private let place: Int
  private var isLonger = false

  init(_ key: DraftKey, bytes: Int) {
    let elements = Manuscript(
      bytes: bytes, mentions: max(1, bytes / 100), lines: max(1, bytes / 400), seed: 23
    ).elements
    let content = DraftContent(elements: elements)
    stored = StoredDraft(
      key: key, content: content, caret: bytes / 2, createdAt: Timestamp(seconds: 1_790_000_000),
      updatedAt: Timestamp(seconds: 1_790_000_000), ancestor: SyncedDraft(revision: 3, content: content))
    let half = elements.count / 2
    place = elements[half].target == nil ? half : half - 1
  }

  /// The bytes of the text.
  var size: Int { stored.content.text.utf8.count }

  mutating func type() {
    guard case .plainText(let text) = stored.content.elements[place] else {
      preconditionFailure("mentions stand between words")
    }
    stored.content.elements[place] = .plainText(text: isLonger ? String(text.dropLast()) : text + "x")
    isLonger.toggle()
    stored.caret += isLonger ? 1 : -1
    stored.updatedAt = stored.updatedAt + .milliseconds(150)
  }
}
