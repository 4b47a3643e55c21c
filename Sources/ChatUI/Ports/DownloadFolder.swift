/// Where files of messages are put, so that other programs can open them.
public nonisolated protocol DownloadFolder: Sendable {
  /// Makes an empty file that only this person can read, under this name or, where that is taken, one like it.
  ///
  /// - Returns: its path.
  func make(_ name: FileName) async throws(ProgramError) -> String
  /// Writes behind what is in the file.
  func append(_ bytes: [UInt8], to path: String) async throws(ProgramError)
  /// Takes a file away that did not come to its end.
  func remove(_ path: String) async
}
