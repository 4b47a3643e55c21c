/// What the composer asks of the file system.
public nonisolated protocol FileBrowser: Sendable {
  /// The entries of a folder, folders ending in "/"; empty when it cannot be read.
  func entries(ofFolder path: String) async -> [String]
  /// The size of a file that can be read; nil when there is none.
  func size(ofFile path: String) async -> Int?
  /// A path with `~` and `~/` replaced.
  func expanded(_ path: String) -> String
}
