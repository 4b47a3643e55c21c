import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// Presents the program as lines of text: one line per event, and below them the input line.
///
/// It uses the same state as the screen, and reports the changes since the last frame.
final class Narrator {
  private let terminal: any LineTerminal
  private let presenter: PlainPresenter
  private let events: EventNarration
  /// The sentences to be printed with the next frame.
  private var lines: [String] = []
  private var notices: [Notice] = []
  private var seen: PlainState?
  /// The number of the tour, and its sentences that were announced: a step goes back and forth while the user types.
  private var tour: (number: Int, announced: Set<String>) = (0, [])
  /// The saving state that a notice has already explained.
  private var explainedSaving: String?
  /// Whether typing is announced.
  var announcesTyping = false

  init(_ terminal: any LineTerminal, presenter: PlainPresenter, events: EventNarration) {
    self.terminal = terminal
    self.presenter = presenter
    self.events = events
  }

  func handle(_ notice: ClientNotice) {
    if case .event(.typing(let event)) = notice, !announcesTyping || !event.isTyping { return }
    // A user who has not opened any place yet has missed nothing.
    if notice == .eventsMissed, seen?.place == nil { return }
    lines += events.sentences(for: notice)
  }

  func say(_ notice: Notice) { notices.append(notice) }

  /// Call when a notice has said why nothing is saved.
  func didExplain(saving: String) { explainedSaving = saving }

  /// Call when a key has cleared the notice. A reason announced before is announced again if it recurs.
  func noticeWasCleared() { events.forgetReasons() }

  /// Adds a sentence, on a separate line.
  func add(_ sentence: String) { lines.append(sentence) }

  /// Determines the sentences to print, and the content of the input line.
  func update() {
    var state = presenter.state(columns: terminal.size.columns, after: seen)
    if state.saving == explainedSaving { state.saving = "" }
    lines += Narration(from: seen, to: state).sentences
    describeGuide(state)
    seen = state
    lines += notices.filter { !events.hasReported($0) }.map(Spoken.sentence(of:))
    notices = []
  }

  /// Announces each sentence of the tour once; with the first one, how to leave the tour.
  private func describeGuide(_ state: PlainState) {
    if tour.number != state.tourNumber { tour = (state.tourNumber, []) }
    guard !state.guide.isEmpty, tour.announced.insert(state.guide).inserted else { return }
    let isFirst = tour.announced.count == 1
    lines.append(isFirst ? "\(state.guide); \(state.keys.leaveTour) ends the tour" : state.guide)
  }

  /// Prints the sentences and the input line.
  func speak() {
    // Limits long texts to as much as a listener can take in at once.
    let said = lines.map { ScreenText($0.map { $0.isNewline ? " / " : String($0) }.joined(), limit: 2000) }
    lines = []
    terminal.say(said, above: seen?.line ?? TypedLine())
  }
}

/// The sentences about a change of state, the most important first.
struct Narration {
  private(set) var sentences: [String] = []

  init(from old: PlainState?, to new: PlainState) {
    guard let old else {
      for sentence in [new.connection, new.saving, new.arrival] { sentences.say(sentence) }
      if new.unreadInbox > 0 { sentences.say(Self.inbox(new.unreadInbox)) }
      return
    }
    describePlace(old, new)
    if old.connection != new.connection { sentences.say(new.connection) }
    if old.saving != new.saving { sentences.say(new.saving.isEmpty ? "drafts are saved again" : new.saving) }
    // Only an increase is news; the user causes a decrease.
    if new.unreadInbox > old.unreadInbox { sentences.say(Self.inbox(new.unreadInbox)) }
    if let before = old.composer, let after = new.composer, old.place == new.place {
      sentences += ComposerNarration(from: before, to: after).sentences
    }
    describeMessage(old, new)
    describePopup(old, new)
    sentences += PanelNarration.sentences(from: old.panel, to: new.panel, back: new.name)
    if old.fetching != new.fetching, let name = new.fetching { sentences.say("downloading \(name)") }
    describeNames(old, new)
  }

  /// Announces whom typed names mention, once the name at the caret is complete, and who cannot read the next message.
  private mutating func describeNames(_ old: PlainState, _ new: PlainState) {
    if old.place == new.place, old.typedNames != new.typedNames { sentences.say(new.typedNames) }
    if old.recipients != new.recipients { sentences.say(new.recipients) }
  }

  private static func inbox(_ count: Int) -> String {
    "\(count) unread in inbox, /\(SlashCommand.inbox.name) lists them"
  }

  private mutating func describePlace(_ old: PlainState, _ new: PlainState) {
    guard old.place != new.place else {
      // The message above a thread may arrive after the thread was opened.
      if old.parent.isEmpty { sentences.say(new.parent) }
      return
    }
    if new.leavesDraft { sentences.say("draft kept in \(old.name)") }
    sentences.say(new.arrival)
  }

  private mutating func describeMessage(_ old: PlainState, _ new: PlainState) {
    guard old.selection != new.selection else { return }
    guard new.selection != nil else {
      if old.place == new.place { sentences.say("back to typing") }
      return
    }
    sentences.say(old.selection == nil ? "\(new.selected); \(new.keys.messages)" : new.selected)
  }

  private mutating func describePopup(_ old: PlainState, _ new: PlainState) {
    guard let popup = new.popup, popup != old.popup else { return }
    guard popup.rows.indices.contains(popup.selection) else {
      // A pending lookup is not announced for each letter.
      if let note = popup.note, note != old.popup?.note, !popup.isLookupNew { sentences.say(note) }
      return
    }
    let row = popup.rows[popup.selection]
    let place = "\(popup.selection + 1) of \(popup.rows.count)"
    let words = [row.label, popup.isOfPeople ? "" : row.detail].joinedParts(by: " ")
    if let before = old.popup, before.rows == popup.rows {
      guard before.selection != popup.selection else { return }
      sentences.say("\(words), \(place)")
    } else {
      let count = popup.rows.count == 1 ? "" : "\(popup.rows.count) "
      sentences.say("\(count)\(popup.title): \(words), \(place); \(new.keys.accept) accepts")
    }
  }
}

/// Sentences about a list or a question that was opened, changed or closed.
nonisolated enum PanelNarration {
  /// - Parameter back: the description of the place the user returns to.
  static func sentences(from old: PanelState?, to new: PanelState?, back: String) -> [String] {
    switch (old, new) {
    case (_, nil): old == nil ? [] : ["closed, back in \(back)"]
    case (.list(let old)?, .list(let new)?) where old.title == new.title: sentences(from: old, to: new)
    case (_, .list(let list)?): [opening(of: list)]
    case (_, .question(let question)?): old == new ? [] : [sentence(of: question)]
    // Lines cannot show pictures.
    case (_, .picture?): []
    }
  }

  private static func sentence(of question: QuestionState) -> String {
    let answers = question.answers.map { "\($0.key): \($0.meaning)" }.joined(separator: ", ")
    return [question.title, question.text, answers].joinedParts(by: " ")
  }

  private static func opening(of list: ListPanelState) -> String {
    [list.title + ":", chosen(in: list) ?? list.note ?? "nothing", list.hint.isEmpty ? "" : "(\(list.hint))"]
      .joinedParts(by: " ")
  }

  private static func sentences(from old: ListPanelState, to new: ListPanelState) -> [String] {
    guard let now = chosen(in: new) else {
      return new.note == old.note && chosen(in: old) == nil ? [] : [new.note ?? "nothing"]
    }
    let before = chosen(in: old)
    if now == before { return [] }
    // Another query has other results, the first of which is selected.
    guard old.query == new.query || before == nil else {
      return ["\(counted(items(new), "row", "rows")): \(now)"]
    }
    return [now]
  }

  private static func items(_ list: ListPanelState) -> Int { list.rows.count { $0.kind == .item } }

  /// The selected row with its position, preceded by its heading if it is the first row under it.
  private static func chosen(in list: ListPanelState) -> String? {
    guard list.rows.indices.contains(list.selection), list.rows[list.selection].kind == .item else {
      return nil
    }
    let number = list.rows[...list.selection].count { $0.kind == .item }
    var words = "\(Spoken.sentence(of: list.rows[list.selection])), \(number) of \(items(list))"
    if list.selection > 0, list.rows[list.selection - 1].kind == .heading {
      words = "\(list.rows[list.selection - 1].text): \(words)"
    }
    return words
  }
}

/// Sentences about changes of a draft that the echo of its line does not show: elements that are inserted or removed as one
/// piece, the selection, the quote, the edit, and the attachments.
struct ComposerNarration {
  private(set) var sentences: [String] = []

  init(from old: ComposerState, to new: ComposerState) {
    guard old.editing == new.editing else {
      // How an edit ended is said by a notice or by the answer of the service.
      let draft = new.text.isEmpty ? "" : "draft: \(new.text)"
      sentences.say(new.editing.map { Self.edit($0, new.files) } ?? draft)
      return
    }
    describeLines(old, new)
    describeElements(old, new)
    describeSelection(old, new)
    if old.quote != new.quote {
      sentences.say(new.quote.map { "quoting \($0.author): \($0.text)" } ?? "quote removed")
    }
    if old.leftEdit != new.leftEdit, let words = new.leftEdit {
      sentences.say(["unfinished edit: \(words)", new.leftEditHint ?? ""].joinedParts(by: "; "))
    }
    describeFiles(old, new)
    if let isShown = new.isShownInChannel, let before = old.isShownInChannel, isShown != before {
      sentences.say(isShown ? "goes to the channel too" : "stays in the thread")
    }
    if old.preview != new.preview { sentences.say(new.preview ?? "preview closed") }
  }

  private static func edit(_ words: String, _ files: [UploadLine]) -> String {
    let names = files.map { "file \($0.name)" }
    return (["editing: \(words)"] + names).joined(separator: ", ")
  }

  /// Announces lines that were inserted or removed at once: the input line shows only one of them.
  private mutating func describeLines(_ old: ComposerState, _ new: ComposerState) {
    let (before, after) = (Self.lineCount(old.text), Self.lineCount(new.text))
    guard before != after else { return }
    if new.text.isEmpty {
      if new.isErased { sentences.say("draft emptied") }
    } else if abs(new.text.utf8.count - old.text.utf8.count) > 1 {
      let line = Self.lineCount(String(new.text.utf8.prefix(new.caret)) ?? new.text)
      sentences.say("\(counted(after, "line", "lines")) in the draft, line \(line)")
    }
  }

  private static func lineCount(_ text: String) -> Int { 1 + text.count { $0.isNewline } }

  private mutating func describeElements(_ old: ComposerState, _ new: ComposerState) {
    // The elements of a draft that was sent or set aside are not announced as removed.
    guard old.mentions != new.mentions, !new.text.isEmpty || new.isErased else { return }
    var gone = old.mentions.map { Element($0, in: old.text) }
    for element in new.mentions.map({ Element($0, in: new.text) }) {
      if let place = gone.firstIndex(of: element) {
        gone.remove(at: place)
      } else {
        sentences.say("inserted \(element.sentence)")
      }
    }
    for element in gone { sentences.say("removed \(element.sentence)") }
  }

  private mutating func describeSelection(_ old: ComposerState, _ new: ComposerState) {
    guard let range = new.selection, range != old.selection, range.upperBound <= new.text.utf8.count else {
      return
    }
    let words = String(new.text.slice(utf8: range))
    let isElement = new.mentions.contains { $0.range == range }
    sentences.say(isElement ? "selected \(words), as one piece" : "selected: \(Excerpt.beginning(of: words))")
  }

  private mutating func describeFiles(_ old: ComposerState, _ new: ComposerState) {
    // Two files may have the same name. A file without a size has not been read yet, and may not exist.
    var known = old.files.filter { $0.size != nil }.map(\.name)
    for file in new.files {
      guard let size = file.size else { continue }
      if let place = known.firstIndex(of: file.name) {
        known.remove(at: place)
      } else {
        sentences.say("file \(file.name), \(ByteCount(size)) attached")
      }
    }
  }

  private struct Element: Hashable {
    let words: String
    let target: MentionTarget

    init(_ span: MentionSpan, in text: String) {
      words = String(text.slice(utf8: span.range))
      target = span.target
    }

    var sentence: String {
      switch target {
      case .user: "\(words), a mention"
      case .channel: "\(words), a channel"
      case .url(let address): "\(words), a link to \(address)"
      }
    }
  }
}

nonisolated extension [String] {
  fileprivate mutating func say(_ sentence: String) {
    if !sentence.isEmpty { append(sentence) }
  }

  /// The parts that are not empty.
  fileprivate func joinedParts(by separator: String) -> String {
    filter { !$0.isEmpty }.joined(separator: separator)
  }
}
