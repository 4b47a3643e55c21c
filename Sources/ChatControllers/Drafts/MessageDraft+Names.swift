public import ChatDomain
public import DraftEngine

/// Names that were typed with an `@` and never became mentions. Nothing here happens automatically: a program that
/// wants them to become mentions calls `mentionNamedMembers()` before it sends.
extension MessageDraft {
  /// The typed names and whom of the channel's members they mean, as far as this client knows the members now.
  public var namedMembers: [NamedMember] {
    document.typedNames().map { lookup.roster.meaning(of: $0, in: key.channelId) }
  }

  /// Asks the service for the members that typed names could mean, unless they are known. With no names in the text it
  /// asks for the members of the channel, so that names typed later are known at once.
  public func lookUpNamedMembers() async throws(ChatError) {
    let unknown = namedMembers.filter { $0.meaning == .unknown }.map(\.stem)
    for stem in unknown.isEmpty ? [""] : unknown {
      try await lookup.roster.lookUp(stem, in: key.channelId)
    }
  }

  /// Makes every typed name that means exactly one member a mention of them, as one edit: undo brings the names back.
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

  /// The edit that makes these names mentions.
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
