/// Where downloaded files go: a folder of the program's own, or a place that the user names.
public nonisolated protocol DownloadFolder: Sendable {
  /// Begins a file that only the current user can read. It is hidden until it is complete.
  ///
  /// - Parameter name: its final name or, if that is taken by then, a similar one.
  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile
  /// Begins a file in a place that the user chose. It is hidden until it is complete too, and until then a file that it
  /// replaces stays as it is.
  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile
  /// The folder in which users expect the files they save, written as they would: "~/Downloads".
  var usualFolder: String { get }
  /// The place that a typed path means. Throws a sentence if no file can be saved there.
  ///
  /// - Parameter name: the file's name where the path leads to a folder.
  func place(at path: String, for name: FileName) async throws(ProgramError) -> SavingPlace
}

/// A place for a file that the user chose.
public nonisolated struct SavingPlace: Hashable, Sendable {
  /// The whole path.
  public let path: String
  /// Whether a file is there already, which is replaced.
  public var isTaken: Bool

  public init(path: String, isTaken: Bool = false) {
    self.path = path
    self.isTaken = isTaken
  }
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
