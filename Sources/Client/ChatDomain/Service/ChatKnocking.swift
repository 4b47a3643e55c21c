/// Asking to be let into channels, and answering those who ask. A service without the ability `takesKnocks` refuses all of
/// it. ``ChatEvent/knocksChanged(channelId:)`` tells of changes.
public protocol ChatKnocking: Sendable {
  /// Asks to be let into the channel that an address leads to; asking again changes the reason, if there is another
  /// one. A channel that does not take it is refused with ``ChatError/Refusal/notAdmitted(_:)``, and one that the user is in or invited to with
  /// ``ChatError/Refusal/notAllowed``. The reason is for those who decide, and may be empty.
  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock
  /// What the user asked for and nobody answered yet, the latest first. Whoever is let in is in the channel, or invited to
  /// it by a service without the ability `addsMembers`.
  func knocks() async throws(ChatError) -> [Knock]
  /// No longer asks to be let in; it is no error if the user does not.
  func takeBackKnock(on channel: ChannelID) async throws(ChatError)
  /// Those who ask to be let into the user's channels in which the user may let in others, the latest first; of very many
  /// only the latest.
  func visitors() async throws(ChatError) -> [Visitor]
  /// Lets somebody in who asks for it; who does not ask any more is refused with ``ChatError/Refusal/notFound(_:)``.
  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError)
  /// Does not let somebody in; it is no error if they do not ask any more.
  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError)
}

/// What a reason for asking may be.
public enum KnockRules {
  /// The longest one, in UTF-8 bytes; a service cuts longer ones.
  public static let longestReason = 500

  /// A reason as it is told: without what is too long and without blanks around it; nil if nothing is left.
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
