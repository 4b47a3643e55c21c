import ChatUI
import Glibc

/// A draft in a temporary file, readable only by this person, while an editor has it.
struct DraftFile {
  let path: String
  private let endsInNewline: Bool

  init(holding text: String) throws(ProgramError) {
    let folder = ProcessEnvironment.variable("XDG_RUNTIME_DIR") ?? ProcessEnvironment.variable("TMPDIR")
    var template = Array("\(folder ?? "/tmp")/inkwell-XXXXXX.md".utf8CString)
    let file = mkstemps(&template, 3)
    guard file >= 0 else { throw Self.error("a file for the editor could not be made") }
    defer { close(file) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    endsInNewline = text.utf8.last == UInt8(ascii: "\n")
    var rest = Array(text.utf8)[...]
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

  /// The text that the editor left, without the line end that editors add.
  func text() throws(ProgramError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.error("what was edited could not be read from \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error("what was edited could not be read from \(path)") }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    if !endsInNewline, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  func remove() { unlink(path) }

  private static func error(_ what: String) -> ProgramError {
    ProgramError("\(what): \(String(cString: strerror(errno)))")
  }
}
