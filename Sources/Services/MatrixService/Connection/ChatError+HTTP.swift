import ChatDomain
import HTTPTransport

extension ChatError {
  /// What a request without an answer means. This is the one place where a failure of HTTP becomes an error of the contract.
  init(_ error: HTTPError, _ context: FailureContext) {
    switch error {
    case .cannotResolve, .cannotConnect, .refusedByTLS, .libraryMissing, .closed: self = .connection(.offline)
    case .timedOut: self = .connection(.timedOut)
    case .answerTooLarge where context.purpose == .download: self = .refused(.tooLarge)
    case .answerTooLarge(let limit): self = .connection(.badAnswer(.tooLarge(limit: Int(limit))))
    case .invalidAnswer, .headTooLarge: self = .unreadable
    case .interrupted, .failed: self = .connection(.interrupted)
    case .cancelled: self = .cancelled
    case .badURL: self = .refused(.invalid("the address of the server"))
    case .badField(let name): self = .refused(.invalid("the field \(name)"))
    case .fileUnreadable(let path), .fileUnwritable(let path):
      self = .refused(.fileUnreadable(name: context.fileName ?? Self.lastPart(of: path)))
    }
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension FailureContext {
  /// What people call the file that it is about.
  fileprivate var fileName: String? {
    if case .upload(let name, _, _) = purpose { return name }
    return subject.isEmpty ? nil : subject
  }
}
