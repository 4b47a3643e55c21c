import ChatDomain
import JSON

/// A refusal: an answer with another status than 200.
struct MatrixFailure: Error, Hashable, Sendable {
  let status: Int
  /// Such as `M_FORBIDDEN`; empty if the answer is not a homeserver's.
  let code: String
  /// What the server says for people, on one line.
  let sentence: String
  /// How long to wait before asking again.
  let retryAfter: Duration?
  /// With an ended token: whether a refresh, or signing in again as the same device, goes on with the session.
  let isSoftLogout: Bool
  /// With terms that nobody has agreed to: the page on which one does.
  let termsPage: String?
  /// With a limit of the server's own: who runs it.
  let contact: String?

  /// - Parameter retryAfter: the header of that name.
  init(status: Int, body: [UInt8], retryAfter: String? = nil) {
    self.status = status
    var root: JSONNode?
    do throws(JSONError) {
      root = try JSONDocument(body, limits: JSONLimits(bytes: 1 << 20, isDeeperLeftOut: true)).root
    } catch {
      // Something on the way answered, and not a homeserver.
      root = nil
    }
    code = root?["errcode"]?.shortString?.line(maxBytes: 100) ?? ""
    sentence = root?["error"]?.string?.line(maxBytes: 200) ?? ""
    isSoftLogout = root?["soft_logout"]?.bool == true
    termsPage = root?["consent_uri"]?.string.flatMap(Self.page)
    contact = root?["admin_contact"]?.string.map(Self.withoutScheme)?.line(maxBytes: 200)
    let fromBody = root?["retry_after_ms"]?.integer
    let fromHeader = retryAfter.flatMap { Int($0) }.flatMap {
      (0...Self.longestWait / 1000).contains($0) ? $0 * 1000 : nil
    }
    self.retryAfter = (fromBody ?? fromHeader).map { .milliseconds(min(max(0, $0), Self.longestWait)) }
  }

  /// Nobody types a longer address, and everything in one that could mean something to a terminal is encoded.
  private static func page(_ text: String) -> String? {
    let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
    return isWeb && text.utf8.count <= 500 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
  }

  private static func withoutScheme(_ contact: String) -> String {
    contact.hasPrefix("mailto:") ? String(contact.dropFirst(7)) : contact
  }

  /// A day, in milliseconds: whoever says more says "never".
  private static let longestWait = 86_400_000
}

extension MatrixFailure {
  /// Why the server does nothing for this account, whatever it is asked; nil if it says something else.
  var hold: AccountHold? {
    switch code {
    case "M_USER_SUSPENDED": .suspended
    case "M_USER_LOCKED": .locked
    case "M_USER_DEACTIVATED": .closed
    // Synapse has a code of its own for it.
    case "M_EXPIRED_ACCOUNT", "ORG_MATRIX_EXPIRED_ACCOUNT": .expired
    case "M_CONSENT_NOT_GIVEN": .termsNotAccepted(page: termsPage)
    // With other statuses servers say it of one request: of a file beyond a quota, or of a room that is too large.
    case "M_RESOURCE_LIMIT_EXCEEDED" where status == 403: .serviceLimit(contact: contact)
    default: nil
    }
  }
}

/// What was asked for when a server refused, as far as it decides what the refusal means.
struct FailureContext: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case sync
    /// A page that goes on from a token.
    case page
    /// A message of this size.
    case send(bytes: Int)
    /// A file, and how large one may be.
    case upload(name: String, bytes: Int, limit: Int)
    /// An address for a file that is sent later, which not every server gives.
    case createMedia
    /// A file, of which no more is taken than one wants.
    case download
    case refresh
    case other
  }

  let purpose: Purpose
  /// What would not be there.
  let subject: String
  /// Whether one is in the room it is about, as far as is known; true if it is about none.
  let isMember: Bool

  init(_ purpose: Purpose = .other, subject: String = "", isMember: Bool = true) {
    self.purpose = purpose
    self.subject = subject
    self.isMember = isMember
  }
}

extension MatrixFailure {
  /// What comes of a refusal. This is the one place where a status becomes an error of the contract.
  enum Meaning: Hashable, Sendable {
    case error(ChatError)
    /// The token ended: refresh it, or sign in again as the same device, and ask once more.
    case tokenEnded
    /// The session ended: nothing helps but a person who signs in.
    case signedOut
    /// The server is there and cannot just now: wait, and ask once more.
    case wait(Duration?)
    /// What was asked for was done before.
    case done
  }

  func meaning(_ context: FailureContext = FailureContext()) -> Meaning {
    if context.purpose == .createMedia, [404, 405].contains(status) || code == "M_UNRECOGNIZED" {
      return .error(.refused(.notFound(context.subject)))
    }
    // Whatever was asked: the account itself is held up, and the session goes on when that is over.
    if (400...499).contains(status), status != 429, let hold { return .error(.held(hold)) }
    switch (status, code) {
    case (429, _), (500..., _): return .wait(retryAfter)
    // Something on the way answers in the server's place, which always says why: where one has to sign in to a network,
    // for example, or a proxy whose server is away. What is too large is often refused by a proxy, and for good.
    case (300...399, _): return .error(foreign(context.purpose))
    case (400...499, "") where status != 413: return .error(foreign(context.purpose))
    case (401, _): return isSoftLogout ? .tokenEnded : .signedOut
    // A sync asks for nothing that could be missing or forbidden: the server fails.
    case (402...499, _) where context.purpose == .sync:
      return .error(.connection(.badAnswer(.failure(status: status, retryAfter: nil))))
    // A refresh token that was used before, or belongs to no session any more.
    case (403, _) where context.purpose == .refresh: return .signedOut
    case (403, _):
      // Whoever is invited again is in already, or may not be invited; what is known of the members tells which.
      return .error(.refused(context.isMember ? .notAllowed : .notAMember))
    case (404, _): return .error(.refused(context.isMember ? .notFound(context.subject) : .notAMember))
    case (409, "M_CANNOT_OVERWRITE_MEDIA"): return .done
    case (413, _), (400, "M_TOO_LARGE"): return .error(.refused(tooLarge(context.purpose)))
    case (400, "M_DUPLICATE_ANNOTATION"): return .done
    case (400, "M_ROOM_IN_USE"): return .error(.refused(.alreadyExists(context.subject)))
    case (400, _):
      switch context.purpose {
      // The only thing in a sync that can be wrong is the token.
      case .sync: return .error(.eventsGone)
      case .page: return .error(.refused(.invalidCursor))
      default: return .error(.refused(.invalid(explanation)))
      }
    default: return .error(.refused(.invalid(explanation)))
    }
  }

  /// What answers in the server's place is a connection that broke off. Of a sync the person is told that it answers at all.
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

  /// What is not valid: nobody but the server knows, and it has said why in words of its own.
  private var explanation: String {
    let reason = !sentence.isEmpty ? sentence : code.isEmpty ? "status \(status)" : code
    return "that, as the server says (\(reason)),"
  }
}
