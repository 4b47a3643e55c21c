import ChatUI
import Glibc

/// A draft in a temporary file, readable only by this person, while an editor has it.
struct DraftFile {
  let path: String
  /// Whether the text has no newline at its end, so that one at the end of the file is not its own.
  private let lacksNewline: Bool

  /// - Parameter endsLastLine: whether the last line ends too, as editors expect.
  init(holding text: String, endsLastLine: Bool = false) throws(ProgramError) {
    let file: Int32
    (file, path) = try Self.make(in: Self.folders(ProcessEnvironment.variable))
    defer { close(file) }
    lacksNewline = text.utf8.last != UInt8(ascii: "\n")
    var rest = Array((endsLastLine && lacksNewline && !text.isEmpty ? text + "\n" : text).utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if errno == EINTR { continue }
        let error = Self.error("the file for the editor could not be written")
        unlink(path)
        throw error
      }
      rest.removeFirst(count)
    }
  }

  /// The folders for it, the best one first. After `su`, or in a container, a variable may name one that is gone or
  /// somebody else's; an empty one is as good as none.
  static func folders(_ variable: (String) -> String?) -> [String] {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(variable).filter { $0.hasPrefix("/") }
    return named + ["/tmp", "/var/tmp"]
  }

  /// Makes a new file in the first folder where that is possible.
  private static func make(in folders: [String]) throws(ProgramError) -> (file: Int32, path: String) {
    var failure = error("a file for the editor could not be made")
    for folder in folders where isUsable(folder) {
      var template = Array("\(folder)/inkwell-XXXXXX.md".utf8CString)
      // With O_EXCL, and only for this person.
      let file = mkstemps(&template, 3)
      if file >= 0 {
        return (file, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      failure = error("a file for the editor could not be made in \(folder)")
    }
    throw failure
  }

  /// Whether it is a folder of this person's, or one for everybody in which nobody removes another's files.
  private static func isUsable(_ folder: String) -> Bool {
    var status = stat()
    guard stat(folder, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      errno = ENOTDIR
      return false
    }
    return status.st_uid == geteuid() || status.st_mode & S_ISVTX != 0
  }

  /// The text that the editor left, without the line end that editors add.
  func text() throws(ProgramError) -> String {
    // A pipe would wait for a writer, a device may do anything, and a link leads to something that is not this file.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    let noFile = ProgramError("the editor left something else than a file at \(path)")
    guard file >= 0 else {
      // What opening a link or a socket says.
      if errno == ELOOP || errno == ENXIO { throw noFile }
      throw Self.error("what was edited could not be read from \(path)")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw noFile }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error("what was edited could not be read from \(path)") }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    if lacksNewline, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  func remove() { unlink(path) }

  private static func error(_ what: String) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(errno)))")
  }
}
