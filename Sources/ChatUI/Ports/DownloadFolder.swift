/// Where files of messages are put, so that other programs can open them.
public nonisolated protocol DownloadFolder: Sendable {
  /// Begins a file that only this person can read. It is hidden as long as it is not whole.
  ///
  /// - Parameter name: what it will be called or, where that is taken by then, something like it.
  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile
}

/// A file that is being fetched. What a program that broke down left of one is taken away by whoever begins the next.
public nonisolated protocol ArrivingFile: Sendable {
  /// Writes behind what is there.
  func append(_ bytes: [UInt8]) async throws(ProgramError)
  /// It is whole, and gets its name.
  ///
  /// - Returns: its path.
  func finish() async throws(ProgramError) -> String
  /// It does not come to its end, and nothing is left of it.
  func discard() async
}
