package import DraftEngine

/// A text that says what its author does, as `/me` does in many programs. It is shown as a sentence about the author.
extension [MessageElement] {
  /// The prefix of such a text. A no-break space follows the star, so that the star does not begin a list.
  private static let actionMark = "*\u{A0}"

  /// Whether the text says what its author does.
  package var isAction: Bool {
    guard case .plainText(let text)? = first, text.utf8.starts(with: Self.actionMark.utf8) else {
      return false
    }
    return count > 1 || text.utf8.count > Self.actionMark.utf8.count
  }

  /// What the author does: "waves". Nil if the text is something that the author says.
  package var action: [MessageElement]? {
    guard isAction, case .plainText(let text)? = first else { return nil }
    let rest = String(decoding: text.utf8.dropFirst(Self.actionMark.utf8.count), as: UTF8.self)
    return rest.isEmpty ? Array(dropFirst()) : [.plainText(text: rest)] + dropFirst()
  }

  /// A text that says that its author does this.
  package var asAction: [MessageElement] { ([.plainText(text: Self.actionMark)] + self).normalised }
}
