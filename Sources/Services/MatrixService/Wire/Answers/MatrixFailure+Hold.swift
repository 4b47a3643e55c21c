public import ChatDomain

extension MatrixFailure {
  /// Why the server does nothing for this account, whatever it is asked; nil if it says something else.
  public var hold: AccountHold? {
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
