public import Composer

/// Where downloaded files go: a folder of the program's own, or a place that the user names.
public nonisolated protocol DownloadFolder: Sendable {
  /// Begins a file that only the current user can read. It is hidden until it is complete.
  ///
  /// - Parameter name: its final name or, if that is taken by then, a similar one.
  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile
  /// Begins a file in a place that the user chose. The file is hidden until it is complete; until then, a file that it replaces
  /// is unchanged.
  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile
  /// The folder in which users expect the files they save, written as they would: "~/Downloads".
  var usualFolder: String { get }
  /// Resolves a typed path to a place. Throws a sentence if no file can be saved there.
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

/// A safe local name for a received file: without folders, not hidden, not an option of a program, and without characters that
/// disguise its type.
public nonisolated struct FileName: Hashable, Sendable {
  /// The name without its ending.
  public let stem: String
  /// The ending with its dot; empty if there is none.
  public let ending: String

  /// File systems allow 255 bytes; some are needed to distinguish files of the same name.
  private static let mostBytes = 120
  private static let mostForEnding = 16

  public init(_ name: String) {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var scalars = String.UnicodeScalarView()
    // Only the end of the name is read, so that a name of a megabyte costs little.
    for scalar in last.unicodeScalars.suffix(1000) where Self.isHarmless(scalar) { scalars.append(scalar) }
    var rest = Substring(String(scalars)).drop { ".- ".contains($0) }
    while let last = rest.last, ". ".contains(last) { rest.removeLast() }
    let dot = rest.lastIndex(of: ".") ?? rest.endIndex
    let isEnding = rest[dot...].utf8.count <= Self.mostForEnding
    ending = isEnding ? String(rest[dot...]) : ""
    var stem = isEnding ? rest[..<dot] : rest
    while stem.utf8.count > Self.mostBytes { stem.removeLast() }
    self.stem = stem.isEmpty ? "file" : String(stem)
  }

  /// The name itself, then the second variant of it, and so on.
  public func attempt(_ number: Int) -> String {
    number < 2 ? stem + ending : "\(stem) (\(number))\(ending)"
  }

  /// Excludes control characters and those that reverse the order of letters: "exe.txt" must be what it appears to be.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
