/// The file system operations that the composer needs.
public nonisolated protocol FileBrowser: Sendable {
  /// The entries of a folder, folders ending in "/"; empty if it cannot be read.
  func entries(ofFolder path: String) async -> [String]
  /// The size of a readable file; nil if there is none.
  func size(ofFile path: String) async -> Int?
  /// Why a file without a size cannot be read: "No such file or directory".
  func reasonUnreadable(_ path: String) async -> String
  /// The path with a leading `~` or `~/` replaced.
  func expanded(_ path: String) -> String
  /// The path with the home folder written as `~`.
  func shortened(_ path: String) -> String
}
