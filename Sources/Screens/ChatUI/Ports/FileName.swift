/// The local name for a file from outside: it leads into no other folder, is no hidden file and no option of a program,
/// and reads as what it is.
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
    // Of a name as long as a megabyte, only the part that can be used is read.
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
