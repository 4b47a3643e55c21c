import DraftEngine

extension MentionTarget {
  var kindAndBytes: (kind: Int, bytes: String.UTF8View) {
    switch self {
    case .user(let userId): (0, userId.utf8)
    case .channel(let channelId): (1, channelId.utf8)
    case .url(let url): (2, url.utf8)
    }
  }
}

extension MessageElement {
  /// Equal byte by byte, where `==` would take "é" and "e" with a combining accent for the same.
  func isExactly(_ other: MessageElement) -> Bool {
    guard text.utf8.elementsEqual(other.text.utf8) else { return false }
    switch (target?.kindAndBytes, other.target?.kindAndBytes) {
    case (nil, nil): return true
    case (let mine?, let theirs?): return mine.kind == theirs.kind && mine.bytes.elementsEqual(theirs.bytes)
    default: return false
    }
  }
}

extension [MessageElement] {
  func isExactly(_ other: [MessageElement]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isExactly($1) }
  }
}
