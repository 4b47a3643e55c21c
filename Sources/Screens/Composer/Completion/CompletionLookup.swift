import ChatControllers
import ChatDomain
import DraftEngine

/// Looks up the choices for the text at the caret: in a table, at the service, or in the file system.
final class CompletionLookup {
  private var request: Task<Void, Never>?
  /// Returns the people who are suggested first.
  var preferredPeople: () -> [UserID] = { [] }
  private let draft: MessageDraft
  private let pastedFiles: PastedFiles
  private let spelling: DraftSpelling?
  private let context: any ComposerContext

  init(
    _ draft: MessageDraft, pastedFiles: PastedFiles, spelling: DraftSpelling?, context: any ComposerContext
  ) {
    self.draft = draft
    self.pastedFiles = pastedFiles
    self.spelling = spelling
    self.context = context
  }

  func cancel() {
    request?.cancel()
    request = nil
  }

  /// Looks up the choices for a trigger, and cancels the previous lookup.
  ///
  /// - Parameter deliver: called with choices that are not available at once, unless the lookup is cancelled.
  /// - Returns: the choices, if they are available at once.
  func start(
    _ trigger: CompletionTrigger,
    deliver: @escaping (Result<[CompletionPopup.Choice], any Error>) -> Void
  ) -> [CompletionPopup.Choice]? {
    cancel()
    let limit = CompletionPopup.limit
    switch trigger.subject {
    case .emoji: return Emoji.named(trigger.query, limit: limit).map(CompletionPopup.Choice.emoji)
    case .command:
      let commands = NameRanking(trigger.query).ranked(offeredCommands, limit: limit, by: \.names)
      return commands.map(CompletionPopup.Choice.command)
    case .argument(let command):
      return NameRanking(trigger.query).ranked(command.words, limit: limit) { [$0] }
        .map(CompletionPopup.Choice.entry)
    case .pastedPath: return pastedFiles.offer.map { [.attachment($0)] } ?? []
    case .person, .channel:
      let future = draft.suggestedMentions
      look(deliver) { [weak self] () throws(ChatError) in
        let found = try await future.async()
        let ordered = self?.inOrder(found, target: \.target) ?? found
        return ordered.map { .mention(PastedText.line($0.replaceWith), $0.target) }
      }
    // People everywhere, not only in this channel.
    case .addressee:
      look(deliver) { [draft] () throws(ChatError) in
        try await draft.people(named: trigger.searched).map { .mention(PastedText.line($0.words), $0.target) }
      }
    case .path: look(deliver) { [files = context.files] in await Self.entries(for: trigger, in: files) }
    case .misspelling:
      look(deliver) { [spelling] in await spelling?.choices(for: trigger.query) ?? [] }
    }
    return nil
  }

  /// The commands that the service supports and the user may use here.
  private var offeredCommands: [SlashCommand] {
    SlashCommand.offered(by: context.client.abilities).filter { command in
      guard let act = command.act else { return true }
      return context.client.refusal(of: act, in: draft.key.channelId) == nil
    }
  }

  private func look(
    _ deliver: @escaping (Result<[CompletionPopup.Choice], any Error>) -> Void,
    _ body: @escaping () async throws(ChatError) -> [CompletionPopup.Choice]
  ) {
    request = Task {
      do throws(ChatError) {
        let found = try await body()
        if !Task.isCancelled { deliver(.success(found)) }
      } catch {
        guard !Task.isCancelled, error != .cancelled else { return }
        deliver(.failure(error))
      }
    }
  }

  /// Moves the preferred people to the front.
  func inOrder<Found>(_ found: [Found], target: (Found) -> MentionTarget) -> [Found] {
    let people = preferredPeople()
    guard !people.isEmpty else { return found }
    let ranks = Dictionary(
      uniqueKeysWithValues: people.enumerated().map {
        (MentionTarget.user(userId: $0.element.rawValue), $0.offset)
      })
    let places = found.indices.sorted { left, right in
      let (one, other) = (ranks[target(found[left])] ?? .max, ranks[target(found[right])] ?? .max)
      return one == other ? left < right : one < other
    }
    return places.map { found[$0] }
  }

  private static func entries(
    for trigger: CompletionTrigger, in files: any FileBrowser
  ) async -> [CompletionPopup.Choice] {
    let name = trigger.searched
    let folder = String(trigger.query.dropLast(name.count))
    let entries = await files.entries(ofFolder: folder.isEmpty ? "." : files.expanded(folder))
    let shown = entries.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }.sorted()
    return NameRanking(name).ranked(shown, limit: CompletionPopup.limit) { [$0] }
      .map(CompletionPopup.Choice.entry)
  }
}

extension DraftSpelling {
  /// Other spellings of a word, and an offer for each language to add it to the user's own words.
  fileprivate func choices(for word: String) async -> [CompletionPopup.Choice] {
    let found = await suggestions(for: word).map { CompletionPopup.Choice.spelling($0) }
    return found + speller.languages.map { .ownWord(word, language: $0) }
  }
}

/// An emoji and the names it can be typed by.
package nonisolated struct Emoji: Hashable, Sendable {
  package let text: String
  /// The first one is displayed.
  package let names: [String]

  var name: String { names.first ?? text }
}

// Isolated to the main actor by default, like the embedded file.
extension Emoji {
  /// The emoji whose names match a query, the best match first.
  static func named(_ query: String, limit: Int) -> [Emoji] {
    NameRanking(query).ranked(all, limit: limit, by: \.names)
  }

  /// Parses an emoji given as a character, a name, or a name between colons.
  package static func meant(by word: String) -> Emoji? {
    if word.count == 1, let scalar = word.unicodeScalars.first, scalar.properties.isEmoji, !scalar.isASCII {
      return Emoji(text: word, names: [word])
    }
    let isFramed = word.count > 2 && word.hasPrefix(":") && word.hasSuffix(":")
    return exactly(isFramed ? String(word.dropFirst().dropLast()) : word)
  }

  /// The emoji with exactly this name.
  static func exactly(_ name: String) -> Emoji? { all.first { $0.names.contains(name) } }

  /// All emoji, the most popular ones first: in `emoji.txt` a line for each, with the picture and the names it is
  /// known by.
  package static let all: [Emoji] = String(decoding: PackageResources.emoji_txt, as: UTF8.self).split(
    separator: "\n"
  ).compactMap { line in
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1, let text = words.first else { return nil }
    return Emoji(text: text, names: Array(words.dropFirst()))
  }
}
