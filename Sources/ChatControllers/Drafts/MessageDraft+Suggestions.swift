package import ChatDomain
package import DraftEngine

extension MessageDraft {
  /// What is being typed at the caret.
  var trigger: MentionTrigger? { document.trigger(atUTF8: utf8Caret) }

  /// A future for the suggestions. Once the text at the caret has changed it only throws `ChatError.cancelled`, so that a
  /// late answer never replaces the right one.
  func suggestions(for trigger: MentionTrigger?) -> any FutureObject<[SuggestedMention]> {
    LookupFuture { [weak self] () async throws(ChatError) in
      guard let self, self.trigger == trigger else { throw .cancelled }
      let found: [Suggestion]
      do throws(ChatError) {
        found = try await self.look(up: trigger)
      } catch {
        throw self.trigger == trigger ? error : .cancelled
      }
      guard self.trigger == trigger else { throw .cancelled }
      guard let trigger else { return [] }
      return self.mentions(for: found, at: trigger)
    }
  }

  /// The suggestions for a name, wherever the caret is by then: each with the text of its mention.
  package func suggestions(
    _ kind: MentionTrigger.Kind, named query: String
  ) async throws(ChatError) -> [(words: String, target: MentionTarget)] {
    try await look(up: kind, query).map { ($0.replacement, $0.target) }
  }

  private func look(up trigger: MentionTrigger?) async throws(ChatError) -> [Suggestion] {
    guard let trigger else { return [] }
    return try await look(up: trigger.kind, trigger.query)
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
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: trigger.range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: trigger.range.upperBound)
    let offset = text[..<start].count
    return found.map {
      SuggestedMention(
        offset: offset, replaceFrom: String(text[start..<end]), replaceWith: $0.replacement, target: $0.target
      )
    }
  }
}
