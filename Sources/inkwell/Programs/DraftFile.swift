import Composer
import FileSystem
import Glibc

/// A draft in a temporary file for an editor, readable only by this user.
struct DraftFile {
  let path: String
  /// Whether the text does not end in a newline, so that a newline at the end of the file is removed.
  private let lacksNewline: Bool

  /// - Parameter endsLastLine: whether the last line ends too, as editors expect.
  init(holding text: String, endsLastLine: Bool = false) throws(ProgramError) {
    let file: Int32
    (file, path) = try Self.make(in: Self.folders(ProcessEnvironment.variable))
    defer { close(file) }
    lacksNewline = text.utf8.last != UInt8(ascii: "\n")
    do throws(SystemFault) {
      try WholeFile.write((endsLastLine && lacksNewline && !text.isEmpty ? text + "\n" : text).utf8, to: file)
    } catch {
      unlink(path)
      throw .system("the file for the editor could not be written", error)
    }
  }

  /// The folders for it, the best one first. After `su`, or in a container, a variable may name a folder that does not exist or
  /// belongs to another user.
  static func folders(_ variable: (String) -> String?) -> [String] {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap(variable).filter { $0.hasPrefix("/") }
    return named + ["/tmp", "/var/tmp"]
  }

  /// Creates the file in the first folder where that is possible.
  private static func make(in folders: [String]) throws(ProgramError) -> (file: Int32, path: String) {
    var failure = ProgramError.system("a file for the editor could not be created")
    for folder in folders where isUsable(folder) {
      var template = Array("\(folder)/inkwell-XXXXXX.md".utf8CString)
      // Uses O_EXCL and mode 0600.
      let file = mkstemps(&template, 3)
      if file >= 0 {
        return (file, String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      failure = .system("a file for the editor could not be created in \(folder)")
    }
    throw failure
  }

  /// Whether the folder belongs to this user, or is shared and has the sticky bit, so that others cannot remove the file.
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
    // The editor may have left a pipe, which would block, a device, or a link to another file.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    let noFile = ProgramError("the editor left something other than a file at \(path)")
    guard file >= 0 else {
      // The errors for a link or a socket.
      if errno == ELOOP || errno == ENXIO { throw noFile }
      throw .system("the edited text could not be read from \(path)")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw noFile }
    var bytes: [UInt8]
    do throws(SystemFault) { bytes = try WholeFile.bytes(of: file) } catch {
      throw .system("the edited text could not be read from \(path)", error)
    }
    if lacksNewline, bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  func remove() { unlink(path) }
}
