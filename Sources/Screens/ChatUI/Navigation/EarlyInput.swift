import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// Text typed and files attached before the first place is known. They are saved and shown in the draft outside of any channel,
/// and move to the first place once it opens.
final class EarlyInput {
  private unowned let navigator: Navigator
  private let context: AppContext
  private let sidebar: ChannelSidebar
  private var early = EarlyDraft()
  /// Text and edits received while there is no composer at all.
  private var queue: [QueuedInput] = []

  init(navigator: Navigator, context: AppContext, sidebar: ChannelSidebar) {
    self.navigator = navigator
    self.context = context
    self.sidebar = sidebar
  }

  /// The draft outside of any channel, if it is open.
  private var openDraft: MessageDraft? { navigator.isNowhere ? navigator.channel?.composer.draft : nil }

  // MARK: From one session to the next

  /// Takes over early input from a session that ended before its first place opened.
  func inherit(from last: SessionState) {
    early.wordsAreInherited = last.hasEarlyWords
    early.filesAreInherited = last.hasEarlyFiles
    let key = DraftKey(channelId: .nowhere)
    early.filesBefore = context.client.inputFiles(ofDraft: key)
    // Text typed before the store was read replaces the text that was left there.
    early.wordsBefore = openDraft?.canUndo == true ? "" : context.client.draftText(for: key) ?? ""
  }

  /// Records for the next session, in case this one ends too soon, whether all text and all files outside of any channel are
  /// early. If only some are, all of them stay, because the next session could not tell them apart.
  func note(in session: inout SessionState) {
    guard let openDraft else { return }
    let (text, files) = (openDraft.text, openDraft.files)
    session.hasEarlyWords = early.share(in: text) == .words(0..<text.utf8.count)
    let areWordsEarly = text.isEmpty || session.hasEarlyWords
    session.hasEarlyFiles = areWordsEarly && !files.isEmpty && early.files(among: files) == files
  }

  // MARK: Until a place is known

  /// Whether the first place is not open yet.
  var isPlaceAwaited: Bool { early.isPlaceAwaited }

  /// From now on, input outside of any channel stays there.
  func stopAwaitingPlace() { early.stopAwaitingPlace() }

  /// Opens a composer outside of any channel, for commands and for text to keep.
  func openNowhere() {
    if navigator.channel == nil {
      navigator.openByItself { navigator.openChannel(.nowhere) }
      early.wordsBefore = navigator.channel?.composer.draft.text ?? ""
    }
    context.setNeedsFrame()
  }

  /// Queues or applies input that arrives before anything is open.
  func take(_ input: QueuedInput) {
    openNowhere()
    guard let composer = navigator.focused?.composer else { return queue.append(input) }
    input.perform(in: composer)
  }

  /// Passes the queued input to the focused composer.
  func deliverQueue() {
    guard let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    for input in queue { input.perform(in: composer) }
    queue = []
  }

  /// The part of the text that moves to the first place.
  var share: EarlyDraft.Share { openDraft.map { early.share(in: $0.text) } ?? .nothing }

  /// Whether there is text or a file to move.
  var hasInputToMove: Bool {
    switch share {
    case .words: true
    case .mixed: false
    case .nothing: openDraft.map { !early.files(among: $0.files).isEmpty } ?? false
    }
  }

  // MARK: To the first place

  /// Moves the early input to the place that `open` opens.
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
    // If the place cannot be opened, the input stays where it is.
    guard let draft, let composer = navigator.focused?.composer, !navigator.isNowhere else { return }
    if !files.isEmpty, composer.attachments.take(files, accepted: early.filesBefore ?? []) {
      draft.files.removeAll { files.contains($0) }
    }
    guard case .words(let range) = share else { return }
    let words = Clipping(range, of: text, mentions: draft.mentionSpans)
    do throws(DraftError) { try draft.apply(Clipping("").replacing(range, origin: .typing)) } catch { return }
    composer.insert(words)
    // The caret moves along, as if the text had been typed here.
    if range.lowerBound...range.upperBound ~= caret { composer.draft.utf8Caret -= range.upperBound - caret }
    if areTyped { composer.completion.refresh(mayOpen: true) }
  }

  /// The draft outside of any channel: the open one or, after a session that was killed, the saved one.
  private var draftInNoChannel: MessageDraft? {
    if let openDraft { return openDraft }
    guard early.wordsAreInherited || early.filesAreInherited else { return nil }
    do {
      return try context.client.messageDraft(for: DraftKey(channelId: .nowhere))
    } catch {
      // The input stays where it is, among the drafts.
      return nil
    }
  }

  /// Moves the early input to the last session's place, or else to the channel with the latest activity, if this session ends
  /// before a place is open.
  ///
  /// - Returns: a sentence with the text, if there is nowhere to save it.
  func saveAtEnd() -> String? {
    let last = context.client.session
    if navigator.isNowhere, hasInputToMove || !queue.isEmpty, let id = last.openChannel ?? sidebar.liveliest {
      move { navigator.openChannel(id) }
    }
    // A user who navigated elsewhere has left the input outside of any channel.
    deliverQueue()
    if !navigator.isNowhere {
      var session = last
      session.hasEarlyWords = false
      session.hasEarlyFiles = false
      context.client.keep(session)
    }
    let text = queue.compactMap(\.text).joined()
    return text.isEmpty ? nil : "no channel was open yet for this text: \(text)"
  }
}

/// Input received while there is no composer for it yet. Enter is not queued: its destination is not visible yet.
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

  /// The inserted text, if the input is text.
  var text: String? {
    switch self {
    case .text(let text), .paste(let text): text
    case .command: nil
    }
  }
}

nonisolated extension ComposerCommand {
  /// Whether the command only edits text or moves in it, so that it has the same effect in a composer opened later.
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

/// Distinguishes early input in the draft outside of any channel, which moves to the first place, from text and files that were
/// left there before.
struct EarlyDraft {
  /// The part of the text that moves to the first place.
  enum Share: Hashable {
    case nothing
    /// The range, in UTF-8.
    case words(Range<Int>)
    /// Early text was mixed into text that was left there before, and cannot be separated.
    case mixed
  }

  /// Whether the first place is not open yet.
  private(set) var isPlaceAwaited = true
  /// Whether the text outside of any channel at the start was also early, from a session that ended before its first place
  /// opened.
  var wordsAreInherited = false
  /// Whether the files outside of any channel at the start were also early.
  var filesAreInherited = false
  /// The text left outside of any channel before this session.
  var wordsBefore = ""
  /// The files outside of any channel at the start; nil until they are known.
  var filesBefore: [InputFile]?

  /// From now on, input outside of any channel stays there.
  mutating func stopAwaitingPlace() { isPlaceAwaited = false }

  /// Whether something was typed while no place was known.
  func areTyped(in now: String) -> Bool { isPlaceAwaited && now != wordsBefore && !now.isEmpty }

  /// The early files, which move to the first place. Files left there before stay.
  func files(among now: [InputFile]) -> [InputFile] {
    guard isPlaceAwaited, let filesBefore else { return [] }
    return filesAreInherited ? now : now.filter { !filesBefore.contains($0) }
  }

  /// The early text, which moves to the first place. Text left there before stays.
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
