import ChatControllers
import ChatDomain
package import ChatScreens
import DraftEngine

extension Composer {
  /// The composer's state for drawing.
  ///
  /// - Parameters:
  ///   - destination: where Enter sends to.
  ///   - typing: who is typing here, as a sentence.
  package func state(destination: String = "", typing: String? = nil) -> ComposerState {
    let (draft, edited) = (draft, draft.editedMessage)
    var state = ComposerState()
    state.destination = destination
    state.text = draft.text
    state.isErased = editor.hasErasedText
    state.mentions = draft.mentionSpans
    state.misspelled = spelling?.shownMarks() ?? []
    state.caret = draft.utf8Caret
    state.selection = editor.selectedRange
    state.mode = vi?.mode
    state.firstRow = viewport.firstRow()
    state.telling = names.line(isChoosing: completion.isOfferingPeople)
    state.showsSigns = viewport.showsSigns
    state.showsStyles = context.composerSettings.messageFormat == .markdown
    state.files = attachments.lines
    if edited == nil {
      state.quote = draft.quoted.map {
        .init(
          author: $0.namesAuthor ? "" : $0.author.shownName(to: context.client.currentUser.id),
          text: Excerpt.beginning(of: $0.shown(to: context.client.currentUser.id).shownText()))
      }
      if draft.key.parentId != nil {
        state.isShownInChannel = draft.isShownInChannel
        state.channelKey = context.keymap.keys(of: .composer(.showInChannel)).first?.description
      }
    }
    state.editing = edited.map { Excerpt.beginning(of: $0.text) }
    if edited != nil {
      // With vi keys, Escape ends insert mode instead, so the hint names another key.
      let keys = context.keymap.keys(of: .global(.stepBack))
      state.editingHint = (vi == nil ? keys.first : keys.last).map { "\($0) cancels the edit" }
    }
    state.leftEdit = draft.leftEdit.map { Excerpt.beginning(of: $0.elements.text) }
    if state.leftEdit != nil, state.text.isEmpty {
      state.leftEditHint = context.keymap.hint((.composer(.up), "continues"))
    }
    state.typing = typing
    if state.text.isEmpty, !destination.isEmpty { state.placeholder = "write to \(destination)" }
    if isPreviewShown { state.preview = preview(hasFiles: !state.files.isEmpty, below: state.telling?.text) }
    return state
  }

  /// What will be sent, and who will be notified. The latter comes first, because the end of a long message is cut off.
  ///
  /// - Parameter telling: the line above the composer, which may already say who is notified.
  private func preview(hasFiles: Bool, below telling: String?) -> String {
    let elements = names.elementsToSend
    let words = elements.map(\.withTarget).joined()
    let people = elements.peopleTold(besides: names.reader)
    let told = people.isEmpty ? "notifies no one" : "notifies " + people.joined(separator: ", ")
    if !words.isEmpty { return telling?.hasPrefix(told) == true ? words : "\(told) · \(words)" }
    return hasFiles ? told : "nothing to send"
  }
}

extension MessageElement {
  /// The text, followed by whom it mentions or where it links to.
  fileprivate var withTarget: String {
    switch self {
    case .plainText(let text), .link(let text, .channel): text
    case .link(let text, .user(let id)): text.followed(by: UserID(id).handle)
    case .link(let text, .url(let address)): text.followed(by: address)
    }
  }
}

extension String {
  fileprivate func followed(by target: String) -> String { self == target ? self : "\(self) (\(target))" }
}
