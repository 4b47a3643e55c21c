import Foundation

/// A saved profile, for copies with a damaged file.
public struct DamagedProfile {
  /// A kind of damage.
  public enum Way: String, CaseIterable {
    case flip, cutOff, zero, remove, folder, link, older, olderPair
  }

  private let latest = Scratch()
  private let earlier = Scratch()
  /// The path of the profile in the home folder.
  private let place: String

  public init(_ place: String) { self.place = place }

  /// Saves the current files as the earlier state.
  public func keepEarlier(of home: Scratch) throws { try copy(home, to: earlier) }

  /// Saves the current files as the latest state.
  public func keepLatest(of home: Scratch) throws { try copy(home, to: latest) }

  private func copy(_ home: Scratch, to other: Scratch) throws {
    let folder = URL(filePath: other.file(place)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: home.file(place), toPath: other.file(place))
  }

  /// A home folder with a damaged copy of the profile, and a description of the damage.
  public func damaged(
    _ way: Way, using random: inout some RandomNumberGenerator
  ) throws -> (home: Scratch, words: String) {
    let home = Scratch()
    try copy(latest, to: home)
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.file(place)).sorted().filter {
      name in
      Self.size(of: home.file("\(place)/\(name)")) > 0
    }
    guard let name = files.randomElement(using: &random) else { return (home, "nothing") }
    let words = try damage(name, way, of: files, in: home, &random)
    return (home, "\(way) \(name) \(words)")
  }

  private func damage(
    _ name: String, _ way: Way, of files: [String], in home: Scratch,
    _ random: inout some RandomNumberGenerator
  ) throws -> String {
    let path = home.file("\(place)/\(name)")
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The log of edits is preallocated, and its end is mostly zeros.
    let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
    let start = Int.random(in: 0..<used, using: &random)
    switch way {
    case .flip: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case .cutOff: bytes = bytes.prefix(start)
    case .zero:
      let end = min(bytes.count, start + Int.random(in: 1..<5_000, using: &random))
      bytes.replaceSubrange(start..<end, with: Data(count: end - start))
    case .remove, .folder, .link:
      try FileManager.default.removeItem(atPath: path)
      if way == .folder {
        try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
      }
      guard way == .link else { return "" }
      try bytes.write(to: URL(filePath: home.file("elsewhere")))
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: home.file("elsewhere"))
      return ""
    case .older, .olderPair:
      let others = files.filter { $0 != name }
      let second = way == .olderPair ? others.randomElement(using: &random) : nil
      for name in [name, second].compactMap(\.self) { try makeOlder(name, in: home) }
      return second ?? ""
    }
    try overwrite(path, with: bytes)
    return "at \(start)"
  }

  private func makeOlder(_ name: String, in home: Scratch) throws {
    let path = home.file("\(place)/\(name)")
    if let bytes = FileManager.default.contents(atPath: earlier.file("\(place)/\(name)")) {
      try overwrite(path, with: bytes)
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Keeps the permissions of the file.
  private func overwrite(_ path: String, with bytes: Data) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// In bytes; 0 if it is no file.
  private static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return 0 }
    return attributes?[.size] as? Int ?? 0
  }
}
