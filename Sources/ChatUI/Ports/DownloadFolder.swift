/// The folder for downloaded files, where other programs can open them.
public nonisolated protocol DownloadFolder: Sendable {
  /// Begins a file that only the current user can read. It is hidden until it is complete.
  ///
  /// - Parameter name: its final name or, if that is taken by then, a similar one.
  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile
  /// The same in a place that the user has chosen. Nothing that is there is overwritten.
  ///
  /// - Parameter path: where the file is to be or, if that is a folder, the folder in which it keeps its name.
  func begin(_ name: FileName, at path: String) async throws(ProgramError) -> any ArrivingFile
}

/// A file being downloaded. If the program crashes, its partial file is removed when the next download begins.
public nonisolated protocol ArrivingFile: Sendable {
  /// Appends bytes.
  func append(_ bytes: [UInt8]) async throws(ProgramError)
  /// Completes the file and gives it its name.
  ///
  /// - Returns: its path.
  func finish() async throws(ProgramError) -> String
  /// Abandons the file and leaves nothing of it behind.
  func discard() async
}
