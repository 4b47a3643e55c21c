import ChatControllers
import ChatScreens
import DraftEngine

extension ComposerPane {
  /// Text from the clipboard, all at once. An address over marked words makes a link of them, and files whose paths are
  /// pasted are offered.
  @discardableResult
  func paste(_ text: String) -> ComposerOutcome {
    let pasted = PastedText.clean(text)
    if let range = selection, let address = Self.address(pasted) {
      let isElement = element != nil
      if isElement {
        mark = range.lowerBound
        draft.utf8Caret = range.upperBound
      }
      element = nil
      chain = .none
      if link(to: address) {
        refreshPopup(mayOpen: false)
        return .done
      }
    }
    let start = element?.lowerBound ?? caret
    let isCommand = draft.text.hasPrefix("/")
    insert(Clipping(pasted), origin: .paste)
    refreshPopup(mayOpen: true)
    let end = start + pasted.utf8.count
    let paths = isCommand || draft.editedMessage != nil ? [] : DroppedPaths.candidates(in: pasted)
    if !paths.isEmpty, end <= draft.text.utf8.count { offerFiles(paths, pastedAt: start..<end) }
    return pasted.isEmpty ? .nothing : .done
  }

  /// The one address that a pasted text is.
  private static func address(_ text: String) -> String? {
    guard text.utf8.count <= 4096 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    let lowered = word.prefix(8).lowercased()
    return WebAddress.linkSchemes.contains { lowered.hasPrefix($0) && word.count > $0.count }
      ? String(word) : nil
  }
}
