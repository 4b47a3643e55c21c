public import ChatDomain
import ChatSync
public import DraftEngine

extension MessageDraft {
  // MARK: Suggestions

  /// The name or address that is being typed at the caret.
  var subject: SuggestionSubject? {
    if let trigger { return .name(trigger) }
    return document.typedAddress(atUTF8: utf8Caret).map { .address($0) }
  }

  /// The trigger that ends at the caret.
  package var trigger: MentionTrigger? { document.trigger(atUTF8: utf8Caret) }

  /// Looks up suggestions, and throws `ChatError.cancelled` if something else is being typed by then.
  func mentions(suggestedFor subject: SuggestionSubject?) async throws(ChatError) -> [SuggestedMention] {
    switch subject {
    case nil: return []
    case .address(let address):
      return [link(to: address)]
    case .name(let trigger):
      let found = try await look(up: trigger.kind, trigger.query)
      guard self.subject == subject else { throw .cancelled }
      return mentions(for: found, at: trigger)
    }
  }

  /// The suggestions for a name, regardless of the caret: each with the text of its mention.
  package func suggestions(
    _ kind: MentionTrigger.Kind, named query: String
  ) async throws(ChatError) -> [(words: String, target: MentionTarget)] {
    try await look(up: kind, query).map { ($0.replacement, $0.target) }
  }

  /// The users with a name, in the channel or not, each with the text of the mention.
  package func people(named query: String) async throws(ChatError) -> [(words: String, target: MentionTarget)]
  {
    try await lookup.people(query, in: .everywhere, limit: userLimit).map { ($0.replacement, $0.target) }
  }

  private func look(
    up kind: MentionTrigger.Kind, _ query: String
  ) async throws(ChatError) -> [Suggestion] {
    switch kind {
    case .user:
      let scope: UserScope = userSuggestionSource == .global ? .everywhere : .members(of: key.channelId)
      return try await lookup.people(query, in: scope, limit: userLimit)
    case .channel:
      return try await lookup.channels(query, limit: channelLimit)
    case .emoji, .command:
      return []
    }
  }

  private func mentions(for found: [Suggestion], at trigger: MentionTrigger) -> [SuggestedMention] {
    let (offset, typed) = typed(trigger.range)
    return found.map {
      SuggestedMention(offset: offset, replaceFrom: typed, replaceWith: $0.replacement, target: $0.target)
    }
  }

  private func link(to address: TypedAddress) -> SuggestedMention {
    let (offset, typed) = typed(address.range)
    return SuggestedMention(
      offset: offset, replaceFrom: typed, replaceWith: typed, target: .url(url: address.url))
  }

  /// The text in a range of UTF-8 bytes, and its offset in Characters.
  private func typed(_ range: Range<Int>) -> (offset: Int, text: String) {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    return (text[..<start].count, String(text[start..<end]))
  }
}

/// The typed text that suggestions are for.
nonisolated enum SuggestionSubject: Hashable, Sendable {
  /// A name after `@`, `#` or `:`, or a command.
  case name(MentionTrigger)
  /// An address, which can become a link.
  case address(TypedAddress)
}

/// Names that were typed with an `@` and never became mentions. Nothing here happens automatically: to turn them into mentions,
/// call ``mentionNamedMembers(reading:)`` before sending.
extension MessageDraft {
  /// The typed names, with the members of the channel that they match as far as this client knows the members now.
  public var namedMembers: [NamedMember] {
    document.typedNames().map { lookup.roster.meaning(of: $0, in: key.channelId) }
  }

  /// Requests the members that typed names could match, unless they are known. If no name in the text is unknown, requests the
  /// members of the channel, so that names typed later are known at once.
  public func lookUpNamedMembers() async throws(ChatError) {
    let unknown = namedMembers.filter { $0.meaning == .unknown }.map(\.stem)
    for stem in unknown.isEmpty ? [""] : unknown {
      try await lookup.roster.lookUp(stem, in: key.channelId)
    }
  }

  /// Turns every typed name that matches exactly one member into a mention, as one edit: undo restores the names.
  ///
  /// - Parameter words: the text of a mention.
  /// - Returns: the names as they were typed.
  @discardableResult
  public func mentionNamedMembers(
    reading words: (User) -> String = { $0.displayName }
  ) throws(DraftError) -> [NamedMember] {
    let named = namedMembers.filter { $0.member != nil }
    if !named.isEmpty { try apply(Self.transaction(mentioning: named, reading: words)) }
    return named
  }

  /// Increases whenever `namedMembers` may have changed without an edit.
  package var rosterRevision: Int { lookup.roster.revision }

  /// The edit that turns these names into mentions.
  package static func transaction(
    mentioning names: [NamedMember], reading words: (User) -> String
  ) -> DraftTransaction {
    var transaction = DraftTransaction(origin: .suggestion)
    var shift = 0
    for name in names {
      guard let user = name.member else { continue }
      let words = words(user)
      let start = name.range.lowerBound + shift
      transaction.changes.append(TextChange(name.range, words))
      transaction.adding.append(
        MentionSpan(start..<start + words.utf8.count, .user(userId: user.id.rawValue)))
      shift += words.utf8.count - name.range.count
    }
    return transaction
  }
}
