import DraftEngine
import Spelling

/// What is typed at the caret and can be completed.
nonisolated struct CompletionTrigger: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case person, channel, emoji, command
    /// A person whom a command is about, with a sign or without.
    case addressee
    /// The argument of a command.
    case argument(SlashCommand)
    /// The path after `/attach` or `/save`.
    case path
    /// A path that was just pasted into the text.
    case pastedPath
    /// A word for which somebody asked how it is spelled.
    case misspelling
  }

  /// Identifies what is completed while the query grows.
  struct Place: Hashable, Sendable {
    var subject: Subject
    var start: Int
  }

  var subject: Subject
  /// From the symbol, or the beginning of the argument, to the caret.
  var range: Range<Int>
  /// The typed text without the symbol.
  var query: String

  /// The typed text with the symbol.
  var typed: String {
    switch subject {
    case .person: "@" + query
    case .channel: "#" + query
    case .emoji: ":" + query
    case .command: "/" + query
    case .argument, .addressee, .path, .pastedPath, .misspelling: query
    }
  }

  /// The part of the query that names are matched with: of a path, what follows its last slash, of a person what follows
  /// the sign.
  var searched: String {
    if subject == .addressee { return query.hasPrefix("@") ? String(query.dropFirst()) : query }
    guard subject == .path, let slash = query.lastIndex(of: "/") else { return query }
    return String(query[query.index(after: slash)...])
  }

  /// Whether it was asked for by a key of its own, so that Enter takes a choice and nothing is chosen for somebody who has
  /// not seen it.
  var isAskedFor: Bool { subject == .misspelling }

  /// Whether a command or its argument is completed.
  var isOfCommand: Bool {
    switch subject {
    case .command, .argument, .path, .addressee: true
    case .person, .channel, .emoji, .pastedPath, .misspelling: false
    }
  }

  var place: Place { Place(subject: subject, start: range.lowerBound) }

  /// A path that was just pasted.
  init(offering range: Range<Int>) {
    subject = .pastedPath
    self.range = range
    query = ""
  }

  /// A word to be spelled otherwise.
  init(correcting word: SpelledWord) {
    subject = .misspelling
    range = word.range
    query = word.spelling
  }

  /// Finds what is typed before the caret; nil if nothing there can be completed.
  init?(in text: String, caret: Int, mentions: [MentionSpan]) {
    let trigger = MentionTrigger.at(caret: caret, in: text, mentions: mentions)
    switch trigger?.kind {
    case .user where CommandLine(text, caret: caret)?.command?.people != nil: subject = .addressee
    case .user: subject = .person
    case .channel: subject = .channel
    case .emoji:
      // A colon by itself is usually just a colon.
      guard trigger?.query.isEmpty == false else { return nil }
      subject = .emoji
    case .command where trigger?.isAtStart == true: subject = .command
    case .command, nil:
      guard let line = CommandLine(text, caret: caret), let command = line.command else { return nil }
      if let name = line.namedPerson(mentions) {
        subject = .addressee
        range = name
        query = String(text.slice(utf8: name))
        return
      }
      subject = command == .attach || command == .save ? .path : .argument(command)
      range = line.argument
      query = String(text.slice(utf8: line.argument))
      return
    }
    guard let trigger else { return nil }
    range = trigger.range
    query = subject == .addressee ? String(text.slice(utf8: range)) : trigger.query
  }

  /// A command followed by a blank, and its argument up to the caret.
  private struct CommandLine {
    let command: SlashCommand?
    let argument: Range<Int>
    private let words: Substring

    init?(_ text: String, caret: Int) {
      guard text.utf8.first == UInt8(ascii: "/") else { return nil }
      let name = text.utf8.prefix(SlashCommand.longestName + 2).prefix { $0 != UInt8(ascii: " ") }
      let start = name.count + 1
      guard start <= caret else { return nil }
      let typed = text.slice(utf8: start..<caret)
      guard !typed.contains(where: \.isNewline), let word = String(name.dropFirst()) else { return nil }
      command = SlashCommand(typed: word)
      argument = start..<caret
      words = typed
    }

    /// The word at the caret, if it names a person; nil within a mention.
    func namedPerson(_ mentions: [MentionSpan]) -> Range<Int>? {
      guard let people = command?.people else { return nil }
      let word = words.suffix(words.reversed().prefix { !$0.isWhitespace }.count)
      let before = words.dropLast(word.count)
      let isName =
        switch people {
        case .first: before.allSatisfy(\.isWhitespace)
        case .all: true
        case .behindName: before.split(whereSeparator: \.isWhitespace).contains("--")
        }
      let range = (argument.upperBound - word.utf8.count)..<argument.upperBound
      guard isName, !word.isEmpty, !mentions.contains(where: { $0.range.overlaps(range) }) else { return nil }
      return range
    }
  }
}
