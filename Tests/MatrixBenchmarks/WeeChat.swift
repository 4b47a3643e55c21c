import Foundation
import Glibc
import MatrixService
import ProgramTerminal

/// weechat with Debian's Matrix plugin. It supports only TLS, so it connects through a TLS relay to the server.
@MainActor
final class WeeChat {
  private static let plugin = "/usr/share/weechat/python/matrix.py"
  private let account: LiveAccount
  private let relay = Process()
  /// Ends the relay when released.
  private let leash = Pipe()
  private let port: Int

  /// Nil if it is not installed.
  init?(_ account: LiveAccount) throws {
    guard access("/usr/bin/weechat", X_OK) == 0, access(Self.plugin, R_OK) == 0,
      let target = account.server.port
    else { return nil }
    self.account = account
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "HTTPTransportTests/Fixtures").path(percentEncoded: false)
    relay.executableURL = URL(filePath: account.scripts + "/tls.py")
    relay.arguments = ["\(target)", "\(fixtures)/localhost.pem", "\(fixtures)/localhost.key.pem"]
    let output = Pipe()
    (relay.standardInput, relay.standardOutput) = (leash, output)
    try relay.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.split(separator: "\n").first ?? "") else { return nil }
    self.port = port
  }

  deinit { relay.terminate() }

  /// Starts it with the settings of the account.
  func start() throws -> VirtualTerminal {
    let settings = [
      ("address", "127.0.0.1"), ("port", "\(port)"), ("ssl_verify", "off"), ("username", account.user),
      ("password", account.password),
    ]
    let commands =
      ["/python load \(Self.plugin)", "/matrix server add local 127.0.0.1"]
      + settings.map { "/set matrix.server.local.\($0) \($1)" }
    let home = Scratch()
    let terminal = try VirtualTerminal(
      ["/usr/bin/weechat", "-d", home.file("weechat"), "-r", commands.joined(separator: ";")], home: home)
    try terminal.until("matrix.server.local.password")
    try terminal.rest()
    return terminal
  }

  /// Signs in, and waits until each room has a buffer, besides weechat's core buffer.
  func connect(_ terminal: VirtualTerminal) throws {
    try terminal.type("/matrix connect local\r")
    try terminal.until("[\(account.rooms + 1)]")
  }
}
