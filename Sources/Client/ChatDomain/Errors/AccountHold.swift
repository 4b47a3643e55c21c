/// Why a service does nothing for an account, or nothing that others would see, although it knows who asks: until
/// somebody sees to it, which nobody can from here.
public enum AccountHold: Hashable, Sendable {
  /// The account may read, and nothing else.
  case suspended
  /// The account may do nothing. Its session goes on once that is over.
  case locked
  /// The account was closed for good.
  case closed
  /// The time for which the account was good is over.
  case expired
  /// The user has to agree to the terms of the service first, on a page in the browser; nil if it does not say which.
  case termsNotAccepted(page: String?)
  /// The service has reached a limit of its own, such as how many people use it; the contact is of whoever runs it.
  case serviceLimit(contact: String?)
}

extension AccountHold: CustomStringConvertible {
  /// The reason in words that go after a colon, with what one can do.
  public var description: String {
    switch self {
    case .suspended:
      "the server has suspended your account: you can read, but not write; ask whoever runs the server"
    case .locked: "the server has locked your account; only whoever runs the server can open it again"
    case .closed: "your account was closed for good; what is kept here can still be read and exported"
    case .expired:
      "your account has expired; renew it as the mail from its server says, or ask whoever runs the server"
    case .termsNotAccepted(let page?): "the server wants you to agree to its terms first, at \(page)"
    case .termsNotAccepted(nil):
      "the server wants you to agree to its terms first, on its page in the browser"
    case .serviceLimit(let contact?):
      "the server has reached a limit of its own; whoever runs it can raise that: \(contact)"
    case .serviceLimit(nil): "the server has reached a limit of its own, which only whoever runs it can raise"
    }
  }
}
