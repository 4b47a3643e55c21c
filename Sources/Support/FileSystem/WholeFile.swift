import Glibc

/// Reads and writes open files completely, even if signals interrupt the system calls.
public enum WholeFile {
  /// Reads the rest of a file.
  ///
  /// - Parameters:
  ///   - limit: reading stops once there are more bytes than this.
  ///   - path: the name of the file in a fault.
  public static func bytes(of file: Int32, limit: Int = .max, path: String = "") throws(SystemFault)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(at: path) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes all bytes.
  ///
  /// - Parameter path: the name of the file in a fault.
  public static func write(_ bytes: some Sequence<UInt8>, to file: Int32, path: String = "")
    throws(SystemFault)
  {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(at: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all bytes at an offset.
  ///
  /// - Parameters:
  ///   - offset: the place of the first byte in the file.
  ///   - path: the name of the file in a fault.
  public static func write(
    _ bytes: [UInt8], to file: Int32, at offset: Int, path: String = ""
  ) throws(SystemFault) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        pwrite(file, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(at: path) }
      done += count
    }
  }
}
