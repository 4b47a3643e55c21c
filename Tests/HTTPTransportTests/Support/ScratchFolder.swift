import Foundation

/// A folder of a test's own, removed with it.
final class ScratchFolder: Sendable {
  private let url: URL

  init() throws {
    // The path of a socket is short.
    url = FileManager.default.temporaryDirectory.appending(path: "http-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: url.appending(path: name))) }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path("")) } }

  // What is left of it is the system's to remove.
  deinit { try? FileManager.default.removeItem(at: url) }
}
