import ChatDomain
import Glibc

/// A message that the command line asks to send; its words come from standard input.
struct SendRequest: Equatable {
  /// The name, the id or the alias of a channel.
  let channel: String
  /// The message that is quoted.
  var quoted: MessageID?
  /// The paths of the files that go along.
  var files: [String] = []
  /// How long to wait for the server; what it has not taken by then stays in the outbox.
  var wait = usualWait

  static let usualWait = Duration.seconds(30)

  /// Why there is nothing to send.
  struct Fault: Error, Equatable { let sentence: String }

  /// More than any server takes.
  static let longest = 1 << 20

  /// The words: everything up to the end of a file, without the line end that a shell adds.
  static func words(from file: Int32) throws(Fault) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= longest {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Fault(sentence: "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= longest else {
      throw Fault(sentence: "standard input has more than \(longest) bytes")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(sentence: "standard input is no text in UTF-8")
    }
    return text
  }
}
