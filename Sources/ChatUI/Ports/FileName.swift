/// The name that a file from outside gets here: it leads into no other folder, is no hidden file and no option of a
/// program, and reads as what it is.
public nonisolated struct FileName: Hashable, Sendable {
  /// Without its ending.
  public let stem: String
  /// With its dot; empty where there is none.
  public let ending: String

  /// File systems take 255 bytes; what tells two files of the same name apart needs some of them.
  private static let mostBytes = 120
  private static let mostForEnding = 16

  public init(_ name: String) {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var scalars = String.UnicodeScalarView()
    // Of a name of a megabyte no more is looked at than can be used.
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

  /// The name, the second one of it, and so on.
  public func attempt(_ number: Int) -> String {
    number < 2 ? stem + ending : "\(stem) (\(number))\(ending)"
  }

  /// Neither controls nor what turns the order of letters around: "exe.txt" is to be what it seems.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}
