/// People whom the user wants to see and hear nothing of.
///
/// Of somebody who is ignored a service gives no messages, counts none of them, tells of no typing, mention or invitation
/// of theirs, and lists none of their invitations. All of that is there again when ignoring ends. Because so much changes
/// at once, the streams of the user's devices then end with ``ChatError/eventsGone``: what is shown is loaded again.
public protocol ChatIgnoring: Sendable {
  /// Whether the user ignores somebody, as far as that is known without a request.
  func isIgnored(_ user: UserID) -> Bool
  /// The people whom the user ignores, in an order of the service that stays the same from page to page.
  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User>
  /// Begins or ends ignoring somebody, on all of the user's devices; it is no error if it is so already. A service without
  /// the ability `ignoresPeople` refuses it, and nobody ignores themselves.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError)
}
