import Composer
import FileSystem
import Glibc

/// Reads a configuration from a file, and collects all its faults, not only the first.
struct ConfigurationReader {
  var configuration = Configuration()
  private(set) var faults: [ConfigurationFault] = []
  let files: ConfigurationFiles
  private let file: String
  /// The setting being read.
  private var key = ""

  private init(_ file: String, _ files: ConfigurationFiles) {
    self.file = file
    self.files = files
  }

  /// Reads a file, and uses the defaults if it is missing.
  ///
  /// - Parameters:
  ///   - isWanted: whether the user named the file, so that it must exist.
  ///   - leavesOutFaults: whether to use the defaults for faulty values instead of throwing.
  static func read(
    _ file: String, isWanted: Bool, from files: ConfigurationFiles, leavesOutFaults: Bool = false
  ) throws(ConfigurationFaults) -> Configuration {
    var reader = ConfigurationReader(file, files)
    do throws(ConfigurationFault) {
      guard let text = try files.text(in: file, isWanted: isWanted) else { return reader.configuration }
      let value =
        leavesOutFaults
        ? try reader.value(leavingOutLinesOf: text) : try ConfigurationFiles.value(of: text, in: file)
      reader.configuration.isFilePresent = true
      reader.read(value, at: [])
    } catch {
      throw ConfigurationFaults(all: [error])
    }
    guard leavesOutFaults || reader.faults.isEmpty else { throw ConfigurationFaults(all: reader.faults) }
    reader.configuration.faults = reader.faults
    return reader.configuration
  }

  /// The value of a text without the lines that are not JSON5, if they are few. A line that lacks only the comma before it is
  /// kept.
  private mutating func value(leavingOutLinesOf text: String) throws(ConfigurationFault) -> JSON5Value {
    var lines = Self.lines(of: text)
    // If leaving out lines does not help, the first fault is the one to correct.
    var first: ConfigurationFault?
    while true {
      do throws(ConfigurationFault) {
        return try ConfigurationFiles.value(of: lines.joined(), in: file)
      } catch {
        guard let line = error.line, lines.indices.contains(line - 1),
          !lines[line - 1].allSatisfy(\.endsLine),
          faults.count < Self.mostLinesLeftOut
        else { throw first ?? error }
        first = first ?? error
        blame(error)
        let faulty = lines[line - 1]
        lines[line - 1] = "," + faulty
        guard isFaulty(line, of: lines) else { continue }
        lines[line - 1] = faulty.filter(\.endsLine)
        for setting in Configuration.sharing where setting.words.contains(where: { faulty.contains($0) }) {
          configuration.shareLeast(of: setting.key)
        }
      }
    }
  }

  /// The lines as the reader of JSON5 counts them, each with its end.
  private static func lines(of text: String) -> [String] {
    var lines = [""]
    for character in text {
      lines[lines.count - 1].append(character)
      if character.endsLine { lines.append("") }
    }
    return lines
  }

  private func isFaulty(_ line: Int, of lines: [String]) -> Bool {
    do throws(ConfigurationFault) {
      _ = try ConfigurationFiles.value(of: lines.joined(), in: file)
      return false
    } catch {
      return error.line == line
    }
  }

  /// With more faulty lines, the file is probably something else.
  private static let mostLinesLeftOut = 3

  /// The folder of the file.
  var folder: String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }

  /// Reports a fault in a value.
  ///
  /// - Parameter part: the part of the setting; nil for all of it.
  mutating func blame(_ value: JSON5Value, _ sentence: String, part: String? = nil) {
    blame(line: value.line, sentence, part: part)
  }

  mutating func blame(line: Int, _ sentence: String, part: String? = nil) {
    let place = part.map { "\(key).\($0)" } ?? key
    blame(ConfigurationFault(file: file, line: line, key: place, sentence: sentence))
  }

  mutating func blame(_ fault: ConfigurationFault) {
    faults.append(fault)
    if let key = fault.key { configuration.shareLeast(of: key) }
  }

  private mutating func read(_ value: JSON5Value, at path: [String]) {
    guard case .object(let members) = value.kind else {
      if path.isEmpty {
        for setting in Configuration.sharing { configuration.shareLeast(of: setting.key) }
      }
      key = path.joined(separator: ".")
      let names = Self.names(in: path).joined(separator: ", ")
      let sentence = "expected an object with \(names), found \(value.words)"
      return blame(
        ConfigurationFault(file: file, line: value.line, key: key.isEmpty ? nil : key, sentence: sentence))
    }
    for member in members {
      let place = path + [member.key]
      key = place.joined(separator: ".")
      // A key that contains a dot would look like the path of a setting.
      if member.key.contains(".") {
        blameUnknown(member, in: path)
      } else if let setting = Setting.all.first(where: { $0.path == place }) {
        configuration.origins[key] = .line(member.line, file: file)
        setting.read(member.value, &self)
      } else if Setting.all.contains(where: { $0.path.starts(with: place) }) {
        read(member.value, at: place)
      } else {
        blameUnknown(member, in: path)
      }
    }
  }

  /// The names allowed in an object.
  private static func names(in path: [String]) -> [String] {
    var names: [String] = []
    for setting in Setting.all where setting.path.starts(with: path) && setting.path.count > path.count {
      let name = setting.path[path.count]
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private mutating func blameUnknown(_ member: JSON5Value.Member, in path: [String]) {
    let (name, here) = (member.key, Self.names(in: path))
    // The name may belong to another object.
    let wrongPlace = Setting.all.first { $0.key == name || $0.path.last == name }
    let meant = wrongPlace?.key ?? name.nearest(of: here).map { (path + [$0]).joined(separator: ".") }
    if let meant { configuration.shareLeast(of: meant) }
    let hint =
      if let meant, meant == name {
        "write \(name.split(separator: ".").joined(separator: ": {")): …"
          + String(repeating: "}", count: name.count { $0 == "." })
      } else {
        meant.map { "did you mean \($0)?" } ?? "here are \(here.joined(separator: ", "))"
      }
    blame(line: member.line, "there is no such setting; \(hint)")
  }
}

extension ConfigurationFiles {
  /// The contents of a file as a value; nil if it is missing and the user did not name it.
  func value(in file: String, isWanted: Bool) throws(ConfigurationFault) -> JSON5Value? {
    guard let text = try text(in: file, isWanted: isWanted) else { return nil }
    return try Self.value(of: text, in: file)
  }

  static func value(of text: String, in file: String) throws(ConfigurationFault) -> JSON5Value {
    do throws(JSON5Fault) {
      return try JSON5Reader.read(text)
    } catch {
      throw ConfigurationFault(file: file, line: error.line, sentence: error.sentence)
    }
  }

  fileprivate func text(in file: String, isWanted: Bool) throws(ConfigurationFault) -> String? {
    let bytes: [UInt8]
    switch contents(file) {
    case .bytes(let contents): bytes = contents
    case .missing where !isWanted: return nil
    case .missing: throw ConfigurationFault(file: file, sentence: "there is no such file")
    case .unreadable(let reason):
      throw ConfigurationFault(file: file, sentence: "it cannot be read: \(reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationFault(file: file, line: Self.lineOfGarbage(in: bytes), sentence: "expected UTF-8")
    }
    return text
  }

  /// The first line that is not UTF-8.
  private static func lineOfGarbage(in bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }
}

/// Reads configuration and theme files.
struct ConfigurationFiles: Sendable {
  enum Contents: Equatable, Sendable {
    case bytes([UInt8])
    case missing
    /// Why the file cannot be read, as a sentence.
    case unreadable(String)
  }

  /// The contents of the file at a path.
  let contents: @Sendable (String) -> Contents

  /// The maximum size.
  static let most = 1 << 20

  static let disk = ConfigurationFiles { path in
    // Opening a pipe without a writer must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // The home of a service account may be /dev/null, which contains nothing.
    guard file >= 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(SystemFault.last(at: path).reason)
    }
    defer { close(file) }
    do throws(SystemFault) {
      let bytes = try WholeFile.bytes(of: file, limit: most)
      return bytes.count <= most ? .bytes(bytes) : .unreadable("it is larger than \(most / 1024) kilobytes")
    } catch {
      return .unreadable(error.reason)
    }
  }

  /// The default file; nil if there is no home.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  static func standardPath(_ variable: (String) -> String?) -> String? {
    PersonalFolder.configuration.path(variable).map { "\($0)/config.json5" }
  }
}

extension String {
  /// The most similar name; nil if none is similar.
  func nearest(of names: [String]) -> String? {
    let near = names.map { (name: $0, distance: lowercased().editDistance(to: $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, min(count, near.name.count) / 3) else { return nil }
    return near.name
  }
}

extension Character {
  fileprivate var endsLine: Bool { unicodeScalars.first?.endsLine == true }
}
