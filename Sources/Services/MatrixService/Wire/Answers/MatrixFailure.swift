import JSON

/// A refusal: an answer with another status than 200.
public struct MatrixFailure: Error, Hashable, Sendable {
  public let status: Int
  /// Such as `M_FORBIDDEN`; empty if the answer is not a homeserver's.
  public let code: String
  /// What the server says for people, on one line.
  public let sentence: String
  /// How long to wait before asking again.
  public let retryAfter: Duration?
  /// With an ended token: whether a refresh, or signing in again as the same device, goes on with the session.
  public let isSoftLogout: Bool
  /// With terms that nobody has agreed to: the page on which one does.
  let termsPage: String?
  /// With a limit of the server's own: who runs it.
  let contact: String?

  /// - Parameter retryAfter: the header of that name.
  public init(status: Int, body: [UInt8], retryAfter: String? = nil) {
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
