import ChatDomain
package import ChatScreens
package import DraftEngine

/// The suggestions for the text at the caret, and which of them is selected.
package nonisolated struct CompletionPopup {
  package enum Choice: Hashable, Sendable {
    /// A person or a channel, with the text of the mention.
    case mention(String, MentionTarget)
    case emoji(Emoji)
    case command(SlashCommand)
    /// An entry of a folder; folders end in "/".
    case entry(String)
    /// Files to attach in place of their paths.
    case attachment(FileOffer)
    /// A corrected spelling.
    case spelling(String)
    /// The word as typed, to be added to the user's own words.
    case ownWord(String, language: String)
  }

  /// The most choices: more rows than anyone scrolls through.
  static let limit = 200

  package var trigger: CompletionTrigger
  private(set) var choices: [Choice] = []
  private(set) var selection = 0
  /// Whether Enter accepts the selected choice: the user has moved the selection, or opened the popup with a key.
  private(set) var isChosen = false
  /// Whether the choices belong to the current trigger.
  private(set) var isAnswered = false
  /// How far the user moved the selection before there were choices.
  private(set) var movesAhead = 0
  /// Shown if there are no choices: the lookup is in progress, found nothing, or failed.
  private var note: String?
  /// Whether the note only says that a lookup has begun.
  private var isLookupNew = false

  init(_ trigger: CompletionTrigger) { self.trigger = trigger }

  /// Whether the user has moved the selection and is waiting for the choices.
  var isMovedAhead: Bool { movesAhead != 0 && choices.isEmpty && !isAnswered }

  /// Whether Enter belongs to the popup: as in `isChosen`, or the user moved the selection before there were choices.
  package var isMoved: Bool { isChosen || isMovedAhead || trigger.isAskedFor }

  package var choice: Choice? { choices.indices.contains(selection) ? choices[selection] : nil }

  /// Keeps the choices that still match until those for the longer query arrive.
  mutating func beginLookup() {
    let ranking = NameRanking(trigger.searched)
    show(choices.filter { choice in choice.names.contains(where: ranking.fits) })
    isAnswered = false
    (note, isLookupNew) = ("looking…", true)
  }

  /// Shows that the lookup takes longer than a moment.
  mutating func waitOn() {
    if !isAnswered { (note, isLookupNew) = ("still looking…", false) }
  }

  /// Shows the choices for the current trigger.
  mutating func answer(_ choices: [Choice], note: String?) {
    show(choices)
    movesAhead = 0
    isAnswered = true
    (self.note, isLookupNew) = (note, false)
  }

  /// The user's choice stays selected if it is still there.
  private mutating func show(_ new: [Choice]) {
    let chosen = isChosen ? choice : nil
    choices = new
    selection = chosen.flatMap { new.firstIndex(of: $0) } ?? 0
    isChosen = trigger.isAskedFor || chosen != nil && choice == chosen
    guard movesAhead != 0, !new.isEmpty else { return }
    move(movesAhead)
    movesAhead = 0
  }

  mutating func move(_ step: Int) {
    guard !choices.isEmpty else { return movesAhead += step }
    selection = Self.index(selection + step, of: choices.count)
    isChosen = true
  }

  /// The index of a choice, wrapping around at both ends.
  static func index(_ number: Int, of count: Int) -> Int { (number % count + count) % count }

  /// What a key does that accepts a choice.
  func hint(_ key: String) -> String {
    switch trigger.subject {
    case .person, .addressee, .channel, .emoji, .command, .argument, .path: "\(key) inserts"
    case .pastedPath: "\(key) attaches"
    case .misspelling: "\(key) accepts"
    }
  }

  package var state: PopupState {
    var state = PopupState()
    state.title = trigger.subject.title
    state.rows = choices.map(\.row)
    state.selection = selection
    state.isChosen = isChosen
    state.note = choices.isEmpty ? note : nil
    state.isLookupNew = isLookupNew
    switch trigger.subject {
    case .person, .addressee: state.isOfPeople = true
    case .channel, .emoji, .command, .argument, .path, .pastedPath, .misspelling: break
    }
    state.anchor = trigger.range.lowerBound
    return state
  }
}

nonisolated extension CompletionTrigger.Subject {
  fileprivate var title: String {
    switch self {
    case .person, .addressee: "people"
    case .channel: "channels"
    case .emoji: "emoji"
    case .command: "commands"
    case .argument(let command): command.usage
    case .path: "files"
    case .pastedPath: "pasted path"
    case .misspelling: "spelling"
    }
  }

  /// Shown if there is nothing to choose from.
  var nothingFound: String {
    switch self {
    case .person, .addressee: "nobody by that name"
    case .channel: "no channel by that name"
    case .emoji: "no emoji by that name"
    case .command: "no such command; Enter says more"
    case .argument(let command): command.meaning
    case .path, .pastedPath: "no such file"
    case .misspelling: "no suggestions"
    }
  }
}

nonisolated extension CompletionPopup.Choice {
  /// Whether completion continues after it: in a folder, or with the argument of a command.
  var canContinue: Bool {
    switch self {
    case .entry(let name): name.hasSuffix("/")
    case .command(let command): !command.arguments.isEmpty
    case .mention, .emoji, .attachment, .spelling, .ownWord: false
    }
  }

  fileprivate var row: PopupRow {
    switch self {
    case .mention(let words, .user(UserID.everyone.rawValue)):
      PopupRow(label: words, detail: "everyone in this channel")
    case .mention(let words, .user(let id)): PopupRow(label: words, detail: UserID(id).handle)
    case .mention(let words, .channel(let id)): PopupRow(label: words, detail: id)
    case .mention(let words, .url(let address)): PopupRow(label: words, detail: address)
    case .emoji(let emoji): PopupRow(label: emoji.text, detail: ":\(emoji.name):")
    case .command(let command): PopupRow(label: command.usage, detail: command.meaning)
    case .entry(let name): PopupRow(label: name)
    case .attachment(let offer):
      PopupRow(
        label: "attach \(offer.names)",
        detail: ByteCount(offer.found.reduce(0) { $0 + $1.size }).description)
    case .spelling(let word): PopupRow(label: word)
    case .ownWord(let word, let language):
      PopupRow(label: "add “\(word)”", detail: "to your words, \(language)")
    }
  }

  /// The names that a query is matched with.
  fileprivate var names: [String] {
    switch self {
    case .mention(let words, .user(UserID.everyone.rawValue)): [String(words.dropFirst())]
    case .mention(let words, .user(let id)): [words, id]
    case .mention(let words, .channel(let id)):
      [words.withoutSign("#"), id]
    case .mention(let words, .url(let address)): [words, address]
    case .emoji(let emoji): emoji.names
    case .command(let command): [command.name]
    case .entry(let name): [name]
    case .attachment(let offer): offer.found.map(\.path)
    case .spelling(let word), .ownWord(let word, _): [word]
    }
  }
}
