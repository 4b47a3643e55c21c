/// The users whom the current user ignores.
///
/// For an ignored user, a service returns no messages, counts none of them, reports no typing, mentions or invitations, and
/// lists none of their invitations. All of it returns when ignoring ends. Because so much changes at once, the streams of the
/// user's devices then end with ``ChatError/eventsGone``, and everything shown is loaded again.
public protocol ChatIgnoring: Sendable {
  /// Whether the user ignores another user, as far as that is known without a request.
  func isIgnored(_ user: UserID) -> Bool
  /// The people whom the user ignores, in an order of the service that stays the same from page to page.
  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User>
  /// Starts or stops ignoring a user, on all of the current user's devices. Idempotent. A service without the ability
  /// `ignoresPeople` refuses it, and so does every service if users try to ignore themselves.
  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError)
}
