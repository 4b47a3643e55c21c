/// Files: an address first, then the bytes, so that sending them again is harmless.
extension MatrixRequest {
  public static let createMedia = MatrixRequest(.post, .media("v1"), ["create"], body: .empty)

  /// The file's own name is not told: it stands in the message.
  public static func upload(to address: MediaAddress, type: String) -> MatrixRequest {
    MatrixRequest(
      .put, .media("v3"), ["upload", address.server, address.media], body: .file(type: type.headerValue))
  }

  /// The same for a server that gives an address only for bytes that are there: sent again they are another file.
  public static func upload(type: String) -> MatrixRequest {
    MatrixRequest(.post, .media("v3"), ["upload"], body: .file(type: type.headerValue))
  }

  /// The whole file: servers ignore ranges.
  public static func download(_ address: MediaAddress) -> MatrixRequest {
    MatrixRequest(.get, .client("v1"), ["media", "download", address.server, address.media])
  }
}

extension String {
  /// The text where it may stand in a header, and otherwise the type of bytes nobody knows.
  fileprivate var headerValue: String {
    let isPlain = !isEmpty && utf8.count <= 127 && utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain ? self : "application/octet-stream"
  }
}
