import Foundation

/// A temporary folder, removed on release.
public final class ScratchFolder: Sendable {
  private let url: URL

  public init() throws {
    // A short name, because the path of a socket is limited to 108 bytes.
    url = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  // A folder that cannot be removed is left to the system to clean up.
  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  public func read(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: url.appending(path: name)))
  }

  /// The permissions of a file or folder.
  public func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  /// The names of the files in it.
  public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path("")) } }
}
