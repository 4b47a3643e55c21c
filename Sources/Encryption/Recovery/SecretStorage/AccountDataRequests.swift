package import CrossSigning

extension ServerRequest {
  /// Asks for global account data. The server answers 404 `M_NOT_FOUND` if there is none.
  package static func accountData(_ type: String, of user: String) -> ServerRequest {
    ServerRequest(.get, ["user", user, "account_data", type])
  }

  static func storeAccountData(_ type: String, _ content: [UInt8], of user: String) -> ServerRequest {
    ServerRequest(.put, ["user", user, "account_data", type], body: content)
  }
}
