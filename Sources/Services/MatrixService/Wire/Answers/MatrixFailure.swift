import ChatDomain
import JSON

/// A failed request: an answer with a status outside 200 to 299.
struct MatrixFailure: Error, Hashable, Sendable {
  let status: Int
  /// A code such as `M_FORBIDDEN`; empty if the answer has none, such as that of a proxy.
  let code: String
  /// The server's message for users, on one line.
  let sentence: String
  /// The delay before the next attempt.
  let retryAfter: Duration?
  /// For an expired token: whether a refresh, or signing in again as the same device, continues the session.
  let isSoftLogout: Bool
  /// For unaccepted terms: the page to accept them.
  let termsPage: String?
  /// For a request that needs a confirmation: whether the password is one. Nil for other requests.
  let takesPassword: Bool?
  /// For a server limit: the contact of the administrator.
  let contact: String?

  /// - Parameter retryAfter: the header of that name.
  init(status: Int, body: [UInt8], retryAfter: String? = nil) {
    self.status = status
    var root: JSONNode?
    do throws(JSONError) {
      root = try JSONDocument(body, limits: JSONLimits(bytes: 1 << 20, isDeeperLeftOut: true)).root
    } catch {
      // A proxy answered, not a homeserver.
      root = nil
    }
    code = root?["errcode"]?.shortString?.line(maxBytes: 100) ?? ""
    sentence = root?["error"]?.string?.line(maxBytes: 200) ?? ""
    isSoftLogout = root?["soft_logout"]?.bool == true
    termsPage = root?["consent_uri"]?.string.flatMap(Self.page)
    takesPassword = status == 401 ? root.flatMap(Self.takesPassword) : nil
    contact = root?["admin_contact"]?.string.map(Self.withoutScheme)?.line(maxBytes: 200)
    let fromBody = root?["retry_after_ms"]?.integer
    let fromHeader = retryAfter.flatMap { Int($0) }.flatMap {
      (0...Self.longestWait / 1000).contains($0) ? $0 * 1000 : nil
    }
    self.retryAfter = (fromBody ?? fromHeader).map { .milliseconds(min(max(0, $0), Self.longestWait)) }
  }

  /// The address of a page, if it is short and contains only characters that are harmless in a terminal.
  private static func page(_ text: String) -> String? {
    let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    return isWeb && text.utf8.count <= 500 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
  }

  private static func takesPassword(_ root: JSONNode) -> Bool? {
    guard let flows = root["flows"], flows.kind == .array else { return nil }
    return flows.elements.contains { flow in
      flow["stages"].elements.compactMap { $0.shortString } == ["m.login.password"]
    }
  }

  private static func withoutScheme(_ contact: String) -> String {
    contact.hasPrefix("mailto:") ? String(contact.dropFirst(7)) : contact
  }

  /// A day, in milliseconds. Longer delays mean "never".
  private static let longestWait = 86_400_000
}

extension MatrixFailure {
  /// The hold of the account, whatever the request; nil for other failures.
  var hold: AccountHold? {
    switch code {
    case "M_USER_SUSPENDED": .suspended
    case "M_USER_LOCKED": .locked
    case "M_USER_DEACTIVATED": .closed
    // Synapse's own code.
    case "M_EXPIRED_ACCOUNT", "ORG_MATRIX_EXPIRED_ACCOUNT": .expired
    case "M_CONSENT_NOT_GIVEN": .termsNotAccepted(page: termsPage)
    // With other statuses the code is about one request: a file beyond a quota, or a room that is too large.
    case "M_RESOURCE_LIMIT_EXCEEDED" where status == 403: .serviceLimit(contact: contact)
    default: nil
    }
  }
}

/// The context of a request, as far as it decides the meaning of a failure.
struct FailureContext: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case sync
    /// A page that continues from a token.
    case page
    /// A message of this size.
    case send(bytes: Int)
    /// An upload, and the limit for files.
    case upload(name: String, bytes: Int, limit: Int)
    /// An address for a later upload, which not every server supports.
    case createMedia
    /// A download with a size limit.
    case download
    case refresh
    case other
  }

  let purpose: Purpose
  /// The missing thing, for "not found".
  let subject: String
  /// Whether the user is in the room of the request, as far as is known; true for a request without a room.
  let isMember: Bool

  init(_ purpose: Purpose = .other, subject: String = "", isMember: Bool = true) {
    self.purpose = purpose
    self.subject = subject
    self.isMember = isMember
  }
}

extension MatrixFailure {
  /// How a server rejected a token.
  enum TokenRefusal: Hashable, Sendable {
    /// It expired: refresh it, or sign in again as the same device, and retry.
    case ended
    /// The session ended: the user has to sign in.
    case signedOut
  }

  /// The meaning of a failure. This is the only place where a status becomes an error of the contract.
  enum Meaning: Hashable, Sendable {
    case error(ChatError)
    case tokenRefused(TokenRefusal)
    /// The server is busy: wait and retry.
    case wait(Duration?)
    /// The request had been fulfilled before.
    case done
  }

  func meaning(_ context: FailureContext = FailureContext()) -> Meaning {
    if context.purpose == .createMedia, [404, 405].contains(status) || code == "M_UNRECOGNIZED" {
      return .error(.refused(.notFound(context.subject)))
    }
    // A hold applies to every request. The session continues when the hold ends.
    if (400...499).contains(status), status != 429, let hold { return .error(.held(hold)) }
    switch (status, code) {
    case (429, _), (500..., _): return .wait(retryAfter)
    // A proxy or captive portal answers instead of the server. Proxies also refuse large bodies, and that refusal is
    // final.
    case (300...399, _): return .error(foreign(context.purpose))
    // The first answer to a request that needs a confirmation has no code.
    case (401, _) where takesPassword != nil:
      return .error(.refused(takesPassword == true ? .needsPassword : .notAllowed))
    case (400...499, "") where status != 413: return .error(foreign(context.purpose))
    case (401, _): return .tokenRefused(isSoftLogout ? .ended : .signedOut)
    // A sync requests nothing that could be missing or forbidden: the server fails.
    case (402...499, _) where context.purpose == .sync:
      return .error(.connection(.badAnswer(.failure(status: status, retryAfter: nil))))
    // The refresh token was used before, or its session has ended.
    case (403, _) where context.purpose == .refresh: return .tokenRefused(.signedOut)
    case (403, _):
      // Repeated invitations fail like forbidden ones. The caller checks the members.
      return .error(.refused(context.isMember ? .notAllowed : .notAMember))
    case (404, _): return .error(.refused(context.isMember ? .notFound(context.subject) : .notAMember))
    case (409, "M_CANNOT_OVERWRITE_MEDIA"): return .done
    case (413, _), (400, "M_TOO_LARGE"): return .error(.refused(tooLarge(context.purpose)))
    case (400, "M_DUPLICATE_ANNOTATION"): return .done
    case (400, "M_ROOM_IN_USE"): return .error(.refused(.alreadyExists(context.subject)))
    case (400, _):
      switch context.purpose {
      // Only the token can be invalid in a sync.
      case .sync: return .error(.eventsGone)
      case .page: return .error(.refused(.invalidCursor))
      default: return .error(.refused(.invalid(explanation)))
      }
    default: return .error(.refused(.invalid(explanation)))
    }
  }

  /// An answer from a proxy counts as an interrupted connection. For a sync, the error shows that something unreadable answered.
  private func foreign(_ purpose: FailureContext.Purpose) -> ChatError {
    .connection(purpose == .sync ? .badAnswer(.unreadable) : .interrupted)
  }

  private func tooLarge(_ purpose: FailureContext.Purpose) -> ChatError.Refusal {
    switch purpose {
    case .upload(let name, let bytes, let limit): .fileTooLarge(name: name, bytes: bytes, limit: limit)
    case .send(let bytes): .messageTooLong(bytes: bytes, limit: EventSize.limit)
    default: .tooLarge
    }
  }

  /// The server's explanation of what is invalid.
  private var explanation: String {
    let reason = !sentence.isEmpty ? sentence : code.isEmpty ? "status \(status)" : code
    return "the request, says the server (\(reason)),"
  }
}
