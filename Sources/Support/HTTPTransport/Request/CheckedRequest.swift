/// A request of which every part may go to libcurl.
struct CheckedRequest: Sendable {
  let request: HTTPRequest
  let url: CheckedURL

  init(_ request: HTTPRequest) throws(HTTPError) {
    url = try CheckedURL(request.url, isLocal: request.socket != nil)
    if let socket = request.socket {
      // The size of the place in an address, less the byte that ends it.
      guard (1...107).contains(socket.utf8.count), !socket.utf8.contains(0) else {
        throw .badURL(.socketPath)
      }
    }
    if let field = request.fields.first(where: { !$0.isSendable }) {
      // The name may be what is wrong with it.
      throw .badField(
        name: String(
          field.name.unicodeScalars.prefix(64).filter { (" "..."~").contains($0) }.map(Character.init)))
    }
    self.request = request
  }
}
