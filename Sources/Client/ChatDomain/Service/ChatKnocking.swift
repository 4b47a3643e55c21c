/// Asking to be let into channels, and answering those who ask. A service without the ability `takesKnocks` refuses all of
/// it. ``ChatEvent/knocksChanged(channelId:)`` tells of changes.
public protocol ChatKnocking: Sendable {
  /// Asks to join the channel at an address. Asking again replaces the reason, if it is a different one. A channel that takes
  /// no requests refuses with ``ChatError/Refusal/notAdmitted(_:)``, and one that the user is in or invited to with
  /// ``ChatError/Refusal/notAllowed``. The reason is shown to the members who decide, and may be empty.
  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock
  /// The user's unanswered requests, latest first. An accepted user becomes a member or, by a service without the ability
  /// `addsMembers`, is invited.
  func knocks() async throws(ChatError) -> [Knock]
  /// No longer asks to be let in; it is no error if the user does not.
  func takeBackKnock(on channel: ChannelID) async throws(ChatError)
  /// Those who ask to be let into the user's channels in which the user may let in others, the latest first; of very many
  /// only the latest.
  func visitors() async throws(ChatError) -> [Visitor]
  /// Accepts a request to join; a request that has ended is refused with ``ChatError/Refusal/notFound(_:)``.
  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError)
  /// Rejects a request to join. It is no error if the request has ended.
  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError)
}

/// What a reason for asking may be.
public enum KnockRules {
  /// The longest one, in UTF-8 bytes; a service cuts longer ones.
  public static let longestReason = 500

  /// The reason without surrounding whitespace, cut to the maximum length; nil if it is empty.
  public static func reason(_ text: String) -> String? {
    var kept = ""
    for character in text.drop(while: \.isWhitespace) {
      guard kept.utf8.count + character.utf8.count <= longestReason else { break }
      kept.append(character)
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept.isEmpty ? nil : kept
  }
}
