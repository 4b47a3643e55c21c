public import Glibc

/// A temporary folder for one test or run, removed on release.
public final class Scratch {
  public let path: String

  public init() {
    var template = Array("/tmp/inkwell-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "there is room in /tmp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard let folder = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  /// The path for a file of this name.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  public func write(_ text: String, to name: String, mode: mode_t = 0o600) -> String {
    let path = file(name)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(file >= 0, "a new file in a folder of ours")
    defer { close(file) }
    let bytes = Array(text.utf8)
    precondition(Glibc.write(file, bytes, bytes.count) == bytes.count, "there is room in /tmp")
    return path
  }

  /// Makes an editor that runs this shell script; `$1` is the file.
  public func editor(_ script: String) -> String {
    write("#!/bin/sh\n\(script)\n", to: "editor", mode: 0o700)
  }

  public func text(of name: String) -> String? {
    let file = open(file(name), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes a folder and its missing parents, as far as possible.
  public func makeFolders(_ path: String) {
    for (index, character) in zip(path.indices, path) where character == "/" && index > path.startIndex {
      mkdir(String(path[..<index]), 0o700)
    }
    mkdir(path, 0o700)
  }

  /// Makes an empty file unless it exists or cannot be made.
  public func makeFile(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  /// The names of the files in the folder.
  public var files: [String] { files(in: ".") }

  /// The names of the files in a subfolder.
  public func files(in name: String) -> [String] {
    guard let folder = opendir(file(name)) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  public func remove(_ name: String) { unlink(file(name)) }
}

/// The executables of this package, built next to the running one.
public enum BuiltProgram {
  public static let probe = path("TerminalProbe")
  public static let inkwell = path("inkwell")

  private static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    precondition(count > 0, "every process has a path")
    let here = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = here.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    return "\(folder)/\(name)"
  }
}
