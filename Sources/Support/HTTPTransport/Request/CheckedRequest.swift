/// A request whose parts have all been checked and may be passed to libcurl.
struct CheckedRequest: Sendable {
  let request: HTTPRequest
  let url: CheckedURL

  init(_ request: HTTPRequest) throws(HTTPError) {
    url = try CheckedURL(request.url, isLocal: request.socket != nil)
    if let socket = request.socket {
      // The size of the path in a socket address, without the terminating byte.
      guard (1...107).contains(socket.utf8.count), !socket.utf8.contains(0) else {
        throw .badURL(.socketPath)
      }
    }
    if let field = request.fields.first(where: { !$0.isSendable }) {
      // The name itself may be the invalid part.
      throw .badField(
        name: String(
          field.name.unicodeScalars.prefix(64).filter { (" "..."~").contains($0) }.map(Character.init)))
    }
    self.request = request
  }
}
