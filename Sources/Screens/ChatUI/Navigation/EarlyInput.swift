import ChatControllers
import ChatDomain
import DraftEngine

/// What is typed and attached before it is known which place to begin with. It stands in no channel meanwhile, where it can be
/// seen and is kept, and moves to the first place.
final class EarlyInput {
  private unowned let navigator: Navigator
  private let services: any AppServices
  private let sidebar: ChannelSidebar
  private var early = EarlyDraft()
  /// Typing and editing for which there is no composer at all.
  private var queue: [QueuedInput] = []

  init(navigator: Navigator, services: any AppServices, sidebar: ChannelSidebar) {
    self.navigator = navigator
    self.services = services
    self.sidebar = sidebar
  }

  /// The draft in no channel, if that is open.
  private var openDraft: MessageDraft? { navigator.isNowhere ? navigator.channel?.composer.draft : nil }

  // MARK: From one session to the next

  /// What was typed and attached in a session that ended before its place was open moves in this one.
  func inherit(from last: SessionState) {
    early.wordsAreInherited = last.hasEarlyWords
    early.filesAreInherited = last.hasEarlyFiles
    let key = DraftKey(channelId: .nowhere)
    early.filesBefore = services.client.inputFiles(ofDraft: key)
    // What was typed before the store was read stands in place of what was left there.
    early.wordsBefore = openDraft?.canUndo == true ? "" : services.client.draftText(for: key) ?? ""
  }

  /// Tells the next session, should this one end too soon, whether all words and all files in no channel are early. If only some
  /// are, all stay: it could not tell them apart.
  func note(in session: inout SessionState) {
    guard let openDraft else { return }
    let (text, files) = (openDraft.text, openDraft.files)
    session.hasEarlyWords = early.share(in: text) == .words(0..<text.utf8.count)
    let areWordsEarly = text.isEmpty || session.hasEarlyWords
    session.hasEarlyFiles = areWordsEarly && !files.isEmpty && early.files(among: files) == files
  }

  // MARK: Until a place is known

  /// Whether the first place is still looked for.
  var isPlaceAwaited: Bool { early.isPlaceAwaited }

  /// What stands in no channel from now on is there to stay.
  func stopAwaitingPlace() { early.stopAwaitingPlace() }

  /// Opens the place of those who are in no channel: commands can be typed there, and words are kept.
  func openNowhere() {
    if navigator.channel == nil {
      navigator.openByItself { navigator.openChannel(.nowhere) }
      early.wordsBefore = navigator.channel?.composer.draft.text ?? ""
    }
    services.setNeedsFrame()
  }

  /// Takes something that is typed before anything is open.
  func take(_ input: QueuedInput) {
    openNowhere()
    guard let composer = navigator.focused?.composer else { return queue.append(input) }
    input.perform(in: composer)
  }

  /// Passes what there was no composer for to the one that has the focus.
  func deliverQueue() {
    guard let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    for input in queue { input.perform(in: composer) }
    queue = []
  }

  /// What of the words moves to the first place.
  var share: EarlyDraft.Share { openDraft.map { early.share(in: $0.text) } ?? .nothing }

  /// Whether there are words or files to move.
  var hasInputToMove: Bool {
    switch share {
    case .words: true
    case .mixed: false
    case .nothing: openDraft.map { !early.files(among: $0.files).isEmpty } ?? false
    }
  }

  // MARK: To the first place

  /// Moves it to the place that the closure opens.
  func move(toPlaceOpenedBy open: () -> Void) {
    let draft = draftInNoChannel
    let text = draft?.text ?? ""
    let caret = draft?.utf8Caret ?? 0
    let (share, areTyped) = (early.share(in: text), early.areTyped(in: text))
    let files = early.files(among: draft?.files ?? [])
    let vi = navigator.focused?.composer.vi
    navigator.openByItself(open)
    if let vi, let now = navigator.focused?.composer.vi, now !== vi { now.goOn(with: vi) }
    deliverQueue()
    // Where it cannot be opened they stay where they are.
    guard let draft, let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    if !files.isEmpty, composer.attachments.take(files, accepted: early.filesBefore ?? []) {
      draft.files.removeAll { files.contains($0) }
    }
    guard case .words(let range) = share else { return }
    let words = Clipping(range, of: text, mentions: draft.mentionSpans)
    do throws(DraftError) { try draft.apply(Clipping("").replacing(range, origin: .typing)) } catch { return }
    composer.insert(words)
    // As if they had been typed here.
    if range.lowerBound...range.upperBound ~= caret { composer.draft.utf8Caret -= range.upperBound - caret }
    if areTyped { composer.completion.refresh(mayOpen: true) }
  }

  /// The draft in no channel: the open one or, after a session that was killed, the kept one.
  private var draftInNoChannel: MessageDraft? {
    if let openDraft { return openDraft }
    guard early.wordsAreInherited || early.filesAreInherited else { return nil }
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
    if navigator.isNowhere, hasInputToMove || !queue.isEmpty, let id = last.openChannel ?? sidebar.liveliest {
      move { navigator.openChannel(id) }
    }
    // Whoever went somewhere by themselves has left them where they are.
    deliverQueue()
    if !navigator.isNowhere {
      var session = last
      session.hasEarlyWords = false
      session.hasEarlyFiles = false
      services.client.keep(session)
    }
    let text = queue.compactMap(\.text).joined()
    return text.isEmpty ? nil : "no channel was open yet for these words: \(text)"
  }
}

/// Something typed while there is no composer for it yet. Enter is not among it: nobody can see yet where it would send
/// to.
enum QueuedInput {
  case text(String)
  case paste(String)
  case command(ComposerCommand)

  func perform(in composer: Composer) {
    switch self {
    case .text(let text): composer.type(text)
    case .paste(let text): composer.paste(text)
    case .command(let command): composer.perform(command)
    }
  }

  /// The text of it, if it is text.
  var text: String? {
    switch self {
    case .text(let text), .paste(let text): text
    case .command: nil
    }
  }
}

nonisolated extension ComposerCommand {
  /// Whether the command only edits text or moves in it, so that it does in a composer opened later what it does now.
  var canBeQueued: Bool {
    switch self {
    case .lineStart, .lineEnd, .left, .right, .wordLeft, .wordRight, .textStart, .textEnd, .deleteLeft,
      .deleteRight, .killLine, .killToLineStart, .killBlankWord, .killWordLeft, .killWordRight, .yank,
      .yankPop, .transpose, .transposeWords, .upcaseWord, .downcaseWord, .capitalizeWord, .undo, .redo,
      .newline:
      true
    default: false
    }
  }
}

/// Which words and files of the draft in no channel were put there before it was known which place to begin with: they belong
/// there.
struct EarlyDraft {
  /// What of its words moves to the first place.
  enum Share: Hashable {
    case nothing
    /// The range, in UTF-8.
    case words(Range<Int>)
    /// What was left there before was changed with them: nobody can tell them apart.
    case mixed
  }

  /// Whether the first place is still looked for.
  private(set) var isPlaceAwaited = true
  /// Whether the words that stood in no channel at the start were typed early too, in a session that ended before its place
  /// was open.
  var wordsAreInherited = false
  /// The same of the files.
  var filesAreInherited = false
  /// The words that were left in no channel before this session.
  var wordsBefore = ""
  /// The files that were in no channel at the start. Nil until that is known.
  var filesBefore: [InputFile]?

  /// What stands in no channel from now on is there to stay.
  mutating func stopAwaitingPlace() { isPlaceAwaited = false }

  /// Whether something was typed while no place was known.
  func areTyped(in now: String) -> Bool { isPlaceAwaited && now != wordsBefore && !now.isEmpty }

  /// Which of the files that are in no channel now move to the first place. Those that were left there stay.
  func files(among now: [InputFile]) -> [InputFile] {
    guard isPlaceAwaited, let filesBefore else { return [] }
    return filesAreInherited ? now : now.filter { !filesBefore.contains($0) }
  }

  /// Which of the words that stand in no channel now move to the first place. Those that were left there stay.
  func share(in now: String) -> Share {
    guard isPlaceAwaited, !now.isEmpty else { return .nothing }
    if wordsAreInherited || wordsBefore.isEmpty { return .words(0..<now.utf8.count) }
    if now == wordsBefore { return .nothing }
    let (old, new) = (Array(wordsBefore), Array(now))
    let front = zip(old, new).prefix { $0 == $1 }.count
    let back = zip(old.reversed(), new.reversed()).prefix(old.count - front).prefix { $0 == $1 }.count
    guard front + back == old.count, new.count > old.count else { return .mixed }
    let start = new[..<front].reduce(0) { $0 + $1.utf8.count }
    return .words(start..<now.utf8.count - new.suffix(back).reduce(0) { $0 + $1.utf8.count })
  }
}
