import Glibc

/// A folder for a store, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/inkwell-long-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoRoom() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  struct NoRoom: Error {}

  isolated deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink("\(path)/\(name)")
    }
    closedir(folder)
    rmdir(path)
  }
}
