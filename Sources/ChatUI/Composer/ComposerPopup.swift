import ChatDomain
import ChatScreens
import DraftEngine

/// What is suggested for a trigger, and which of it is chosen.
nonisolated struct ComposerPopup {
  enum Choice: Hashable, Sendable {
    /// A person or a channel, with the words that the element is to read.
    case element(words: String, target: MentionTarget)
    case emoji(Emoji)
    case command(SlashCommand)
    /// An entry of a folder; folders end in "/".
    case entry(String)
    /// Files to be attached in place of their path.
    case attachment(FileOffer)
  }

  /// The rows can be scrolled, but nobody goes through more of them than this.
  static let limit = 200

  var trigger: ComposerTrigger
  private(set) var choices: [Choice] = []
  var selection = 0
  private(set) var isChosen = false
  /// Instead of rows, or under their title: that somebody is asked, that nothing was found, why it failed.
  var note: String?
  /// Whether the choices are those for the trigger as it is now.
  var isAnswered = false
  /// Whether the choice was taken before there was any.
  var isAccepted = false
  /// How far the choice was moved before there was any.
  private(set) var moves = 0

  init(_ trigger: ComposerTrigger) { self.trigger = trigger }

  /// Whether the choice was moved before there was any.
  var isMoved: Bool { moves != 0 && choices.isEmpty && !isAnswered }

  var choice: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Takes over new choices; what the person chose stays chosen while it is among them.
  mutating func show(_ new: [Choice]) {
    let chosen = isChosen ? choice : nil
    choices = new
    selection = chosen.flatMap { new.firstIndex(of: $0) } ?? 0
    isChosen = chosen != nil && choice == chosen
    guard moves != 0, !new.isEmpty else { return }
    move(moves)
    moves = 0
  }

  mutating func move(_ step: Int) {
    guard !choices.isEmpty else { return moves += step }
    selection = Self.index(selection + step, of: choices.count)
    isChosen = true
  }

  /// The choices go round.
  static func index(_ number: Int, of count: Int) -> Int { (number % count + count) % count }

  /// Keeps what still fits while the answer for a longer query is on its way.
  mutating func narrow() {
    let ranking = NameRanking(trigger.searched)
    show(choices.filter { choice in choice.names.contains(where: ranking.fits) })
  }

  var state: PopupState {
    var state = PopupState()
    state.title = trigger.subject.title
    state.rows = choices.map(\.row)
    state.selection = selection
    state.isChosen = isChosen
    state.note = choices.isEmpty ? note : nil
    state.anchor = trigger.range.lowerBound
    return state
  }
}

nonisolated extension ComposerTrigger.Subject {
  fileprivate var title: String {
    switch self {
    case .person: "people"
    case .channel: "channels"
    case .emoji: "emoji"
    case .command: "commands"
    case .argument(let command): command.usage
    case .path: "files"
    case .pastedPath: "pasted path"
    }
  }

  /// What to say when there is nothing to choose from.
  var nothingFound: String {
    switch self {
    case .person: "nobody by that name"
    case .channel: "no channel by that name"
    case .emoji: "no emoji by that name"
    case .command: "no such command; // sends it as it is"
    case .argument(let command): command.meaning
    case .path, .pastedPath: "no such file"
    }
  }
}

nonisolated extension ComposerPopup.Choice {
  fileprivate var row: PopupRow {
    switch self {
    case .element(let words, .user(let id)): PopupRow(label: words, detail: UserID(id).handle)
    case .element(let words, .channel(let id)): PopupRow(label: words, detail: id)
    case .element(let words, .url(let address)): PopupRow(label: words, detail: address)
    case .emoji(let emoji): PopupRow(label: emoji.text, detail: ":\(emoji.name):")
    case .command(let command): PopupRow(label: command.usage, detail: command.meaning)
    case .entry(let name): PopupRow(label: name)
    case .attachment(let offer):
      PopupRow(
        label: "attach \(offer.names)",
        detail: ComposerPane.size(offer.found.reduce(0) { $0 + $1.size }))
    }
  }

  /// What a query is held against.
  fileprivate var names: [String] {
    switch self {
    case .element(let words, .user(let id)): [words, id]
    case .element(let words, .channel(let id)):
      [words.hasPrefix("#") ? String(words.dropFirst()) : words, id]
    case .element(let words, .url(let address)): [words, address]
    case .emoji(let emoji): emoji.names
    case .command(let command): [command.name]
    case .entry(let name): [name]
    case .attachment(let offer): offer.found.map(\.path)
    }
  }
}
