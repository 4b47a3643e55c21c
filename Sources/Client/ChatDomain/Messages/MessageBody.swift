package import DraftEngine

/// The words of a message; the most frequent kind needs no array.
package enum MessageBody: Hashable, Sendable {
  case words(String)
  case elements([MessageElement])

  package init(_ elements: [MessageElement]) {
    if elements.isEmpty {
      self = .words("")
    } else if elements.count == 1, case .plainText(let text) = elements[0], !text.isEmpty {
      self = .words(text)
    } else {
      self = .elements(elements)
    }
  }

  package var elements: [MessageElement] {
    switch self {
    case .words(let text): text.isEmpty ? [] : [.plainText(text: text)]
    case .elements(let elements): elements
    }
  }

  /// Whether a user is mentioned.
  package func mentions(_ user: UserID) -> Bool {
    switch self {
    case .words: false
    case .elements(let elements): elements.mentions(user)
    }
  }

  package var text: String {
    switch self {
    case .words(let text): text
    case .elements(let elements): elements.text
    }
  }
}
