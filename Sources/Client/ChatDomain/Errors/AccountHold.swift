/// Why a service refuses all requests of an authenticated account, or all that others would notice. The client cannot resolve
/// it.
public enum AccountHold: Hashable, Sendable {
  /// The account may only read.
  case suspended
  /// The account may do nothing. Its session resumes once it is unlocked.
  case locked
  /// The account was closed for good.
  case closed
  /// The validity of the account is over.
  case expired
  /// The user first has to accept the terms of the service on a web page; nil if the service does not name the page.
  case termsNotAccepted(page: String?)
  /// The service has reached one of its own limits, such as its number of users; the contact is the operator's.
  case serviceLimit(contact: String?)
}

extension AccountHold: CustomStringConvertible {
  /// The reason and what the user can do about it, to follow a colon.
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
