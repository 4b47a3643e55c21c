import DraftEngine
import Spelling

/// Text at the caret that can be completed.
package nonisolated struct CompletionTrigger: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case person, channel, emoji, command
    /// The person a command is about, with or without the `@`.
    case addressee
    /// The argument of a command.
    case argument(SlashCommand)
    /// The path after `/attach` or `/save`.
    case path
    /// A path that was just pasted into the text.
    case pastedPath
    /// A word whose spelling the user asked for.
    case misspelling
  }

  /// Identifies what is completed while the query grows.
  struct Place: Hashable, Sendable {
    var subject: Subject
    var start: Int
  }

  package var subject: Subject
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

  /// The part of the query that is matched with names: of a path, the part after its last slash; of a person, the part after
  /// the sign.
  var searched: String {
    if subject == .addressee { return query.withoutSign("@") }
    guard subject == .path, let slash = query.lastIndex(of: "/") else { return query }
    return String(query[query.index(after: slash)...])
  }

  /// Whether a key opened the popup explicitly. Enter then accepts the first choice without moving the selection, once it is shown.
  var isAskedFor: Bool { subject == .misspelling }

  /// Whether a command or its argument is completed.
  var isOfCommand: Bool {
    switch subject {
    case .command, .argument, .path, .addressee: true
    case .person, .channel, .emoji, .pastedPath, .misspelling: false
    }
  }

  var place: Place { Place(subject: subject, start: range.lowerBound) }

  /// Creates the trigger for a path that was just pasted.
  init(offering range: Range<Int>) {
    subject = .pastedPath
    self.range = range
    query = ""
  }

  /// Creates the trigger for the correction of a misspelled word.
  init(correcting word: SpelledWord) {
    subject = .misspelling
    range = word.range
    query = word.spelling
  }

  /// Finds the completable text before the caret; nil if there is none.
  ///
  /// - Parameter trigger: the trigger that ends at the caret.
  init?(_ trigger: MentionTrigger?, in text: String, caret: Int, mentions: [MentionSpan]) {
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
      // What follows /me is a message.
      guard let line = CommandLine(text, caret: caret), let command = line.command, command != .me else {
        return nil
      }
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

  /// A command followed by a space, and its argument up to the caret.
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
