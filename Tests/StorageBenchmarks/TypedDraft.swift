import ChatDomain
import DraftEngine
import Measuring

/// A draft in which somebody types: each next one has a letter more, or one less, in the middle.
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

  /// How many bytes of words there are.
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
