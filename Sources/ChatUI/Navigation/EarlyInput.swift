import ChatControllers
import ChatDomain
import DraftEngine

/// What is typed and attached before it is known which place to begin with: it goes along to the first one.
final class EarlyInput {
  private unowned let navigator: Navigator
  private let services: any AppServices
  private let sidebar: ChannelSidebar
  /// What stands in no channel, and is seen there meanwhile.
  private var words = EarlyWords()
  /// Typing and editing for which there is no composer at all.
  private var queue: [QueuedInput] = []

  init(navigator: Navigator, services: any AppServices, sidebar: ChannelSidebar) {
    self.navigator = navigator
    self.services = services
    self.sidebar = sidebar
  }

  // MARK: From one session to the next

  /// What was typed and attached in a session that ended before its place was open goes along in this one.
  func inherit(from last: SessionState) {
    words.areInherited = last.hasEarlyWords
    words.areFilesInherited = last.hasEarlyFiles
    words.filesBefore = services.client.inputFiles(ofDraft: DraftKey(channelId: .nowhere))
  }

  /// Notes what waits for the last session's place, for the next session if this one does not get there. Where older words or
  /// files stand beside them they stay with those, as nothing but a session tells them apart.
  func note(in session: inout SessionState) {
    guard let draft = navigator.channel?.composer.draft else { return }
    let (text, files) = (draft.text, draft.files)
    session.hasEarlyWords = words.share(in: text) == .words(0..<text.utf8.count)
    session.hasEarlyFiles = !files.isEmpty && words.files(among: files) == files
  }

  // MARK: Until a place is known

  /// Whether the first place is still looked for.
  var isPlaceAwaited: Bool { words.isPlaceAwaited }

  /// What stands in no channel from now on is there to stay.
  func placeIsKnown() { words.placeIsKnown() }

  /// Opens the place of those who are in no channel: commands can be typed there, and words are kept.
  func openNowhere() {
    if navigator.channel == nil {
      navigator.openByItself { navigator.openChannel(.nowhere) }
      words.before = navigator.channel?.composer.draft.text ?? ""
    }
    services.setNeedsFrame()
  }

  /// Takes something that is typed before anything is open. It stands where it can be seen, and is kept, until the place
  /// of the last session is there.
  func take(_ input: QueuedInput) {
    openNowhere()
    guard let composer = navigator.focused?.composer else { return queue.append(input) }
    input.perform(in: composer)
  }

  /// Passes what there was no composer for to the one that has the focus.
  func deliver() {
    guard let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    for input in queue { input.perform(in: composer) }
    queue = []
  }

  /// What of the words in no channel goes along to the first place.
  var share: EarlyWords.Share {
    guard navigator.isNowhere, let text = navigator.channel?.composer.draft.text else { return .nothing }
    return words.share(in: text)
  }

  /// Whether there are words or files that go along to the first place.
  var goesAlong: Bool {
    switch share {
    case .words: true
    case .mixed: false
    case .nothing:
      navigator.isNowhere && !words.files(among: navigator.channel?.composer.draft.files ?? []).isEmpty
    }
  }

  // MARK: To the first place

  /// The program itself opens a place: what was typed before belongs there.
  func openFirstPlace(_ open: () -> Void) {
    let draft = draftInNoChannel
    let text = draft?.text ?? ""
    let caret = draft?.utf8Caret ?? 0
    let (share, areTyped) = (words.share(in: text), words.areTyped(in: text))
    let files = words.files(among: draft?.files ?? [])
    let vi = navigator.focused?.composer.vi
    navigator.openByItself(open)
    if let vi, let now = navigator.focused?.composer.vi, now !== vi { now.goOn(with: vi) }
    deliver()
    // Where it cannot be opened they stay where they are.
    guard let draft, let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    if !files.isEmpty, composer.attachments.take(files) { draft.files.removeAll { files.contains($0) } }
    guard case .words(let range) = share else { return }
    let clipping = Clipping(range, of: text, mentions: draft.mentionSpans)
    do throws(DraftError) { try draft.apply(Clipping("").replacing(range, origin: .typing)) } catch { return }
    composer.insert(clipping)
    // As if they had been typed here.
    if range.lowerBound...range.upperBound ~= caret { composer.draft.utf8Caret -= range.upperBound - caret }
    if areTyped { composer.completion.refresh(mayOpen: true) }
  }

  /// The draft that has what goes along, whether it is open or not.
  private var draftInNoChannel: MessageDraft? {
    if navigator.isNowhere, let channel = navigator.channel { return channel.composer.draft }
    guard words.areInherited || words.areFilesInherited else { return nil }
    do {
      return try services.client.messageDraft(for: DraftKey(channelId: .nowhere))
    } catch {
      // They stay where they are, among the drafts.
      return nil
    }
  }

  /// Brings what was typed early to where the last session was, if this one comes to its end before that could be opened.
  ///
  /// - Returns: a sentence with it, if there is nowhere to save it.
  func saveAtEnd() -> String? {
    let last = services.client.session
    if navigator.isNowhere, goesAlong || !queue.isEmpty, let id = last.openChannel ?? sidebar.liveliest {
      openFirstPlace { navigator.openChannel(id) }
    }
    // Whoever went somewhere by themselves has left them where they are.
    deliver()
    let text = queue.compactMap(\.text).joined()
    return text.isEmpty ? nil : "no channel was open yet for these words: \(text)"
  }
}
