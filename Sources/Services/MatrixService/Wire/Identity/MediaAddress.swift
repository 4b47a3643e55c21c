public import ChatDomain

/// Where a file is: `mxc://server/media`.
public struct MediaAddress: Hashable, Sendable {
  public let server: String
  public let media: String

  /// The address that a text is; nil if it is none. What could lead to another path of the server is none.
  public init?(_ text: String) {
    let scheme = "mxc://".utf8
    guard text.utf8.count <= MatrixGrammar.longest, text.utf8.starts(with: scheme) else { return nil }
    let rest = text.utf8.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let media = rest[rest.index(after: slash)...]
    guard MatrixGrammar.isServer(rest[..<slash]), !media.isEmpty,
      media.allSatisfy({ $0.isLetterOrDigit || "-_".utf8.contains($0) })
    else { return nil }
    server = String(decoding: rest[..<slash], as: UTF8.self)
    self.media = String(decoding: media, as: UTF8.self)
  }

  public init?(_ file: FileID) { self.init(file.rawValue) }

  /// The id by which the contract knows the file.
  public var file: FileID { FileID(description) }
}

extension MediaAddress: CustomStringConvertible {
  public var description: String { "mxc://\(server)/\(media)" }
}
