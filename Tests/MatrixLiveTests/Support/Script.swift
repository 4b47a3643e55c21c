import Foundation
import Glibc
import JSON

/// A program that answers each line of JSON with another, such as those in Tests/Scripts/matrix. It ends when this
/// object is released.
final class Script {
  private let process = Process()
  private let orders: Int32
  private let answers: Int32
  private var unread: [UInt8] = []

  /// Well above the slowest answer on a busy machine: only a hanging program is given up.
  private static let patience: Int32 = 180_000

  /// - Parameter python: what runs it; nil is the Python of Synapse.
  init(_ name: String, of server: LiveServer, _ arguments: [String] = [], python: String? = nil) throws {
    let (input, output) = (try Self.pipe(), try Self.pipe())
    process.executableURL = URL(filePath: python ?? server.python)
    process.arguments = ["\(server.scripts)/\(name)"] + arguments
    process.standardInput = FileHandle(fileDescriptor: input.read)
    process.standardOutput = FileHandle(fileDescriptor: output.write)
    (orders, answers) = (input.write, output.read)
    try process.run()
    close(input.read)
    close(output.write)
  }

  deinit {
    close(orders)
    process.waitUntilExit()
    close(answers)
  }

  /// Sends a request; throws the script's error.
  @discardableResult
  func ask(_ order: String, _ rest: [String: Any] = [:]) throws -> JSONNode {
    var line = [UInt8](try JSONSerialization.data(withJSONObject: rest.merging(["do": order]) { $1 }))
    line.append(UInt8(ascii: "\n"))
    var written = 0
    while written < line.count {
      let count = line.withUnsafeBytes {
        write(orders, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      guard count > 0 else {
        throw LiveServer.Trouble(description: "the script does not listen: errno \(errno)")
      }
      written += count
    }
    let answer = try read()
    guard answer["ok"]?.bool == true else {
      throw LiveServer.Trouble(description: "\(order): \(answer["error"]?.string ?? "no reason")")
    }
    return answer
  }

  /// The next line of its output.
  func read() throws -> JSONNode {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return try JSONDocument(line).root
      }
      var request = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      guard poll(&request, 1, Self.patience) > 0, case let count = Glibc.read(answers, &buffer, buffer.count),
        count > 0
      else { throw LiveServer.Trouble(description: "the script says nothing") }
      unread += buffer[..<count]
    }
  }

  /// A pipe that other child processes do not inherit.
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
      throw LiveServer.Trouble(description: "errno \(errno)")
    }
    return (ends[0], ends[1])
  }
}
