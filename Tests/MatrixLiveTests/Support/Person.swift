import Foundation
import JSON
import ProgramTerminal

/// A person with an account, using Inkwell in terminals.
struct Person {
  let name: String
  let server: LiveServer
  static let password = "correct horse"

  var id: String { "@\(name):localhost" }
  /// The profile of this account on a device.
  var profile: String {
    ".local/state/inkwell/\(name)@127.0.0.1_\(server.url.split(separator: ":").last ?? "")"
  }

  /// Starts the program, without the first-run tour, which would take two lines.
  func start(on device: Scratch, columns: Int = 100, rows: Int = 30) throws -> VirtualTerminal {
    device.makeFolders(device.file(profile))
    device.makeFile(device.file("\(profile)/toured"))
    return try VirtualTerminal(
      [BuiltProgram.inkwell, "--login", name, "--server", server.url], columns: columns, rows: rows,
      home: device)
  }

  var question: String { "Password of \(name) at \(server.url):" }

  /// Starts the program on a new device, and signs in.
  func signIn(
    on device: Scratch = Scratch(), columns: Int = 100, rows: Int = 30
  ) throws -> VirtualTerminal {
    let terminal = try start(on: device, columns: columns, rows: rows)
    try terminal.until(question)
    try terminal.type("\(Self.password)\r")
    try terminal.nameDevice()
    try terminal.untilOnline()
    return terminal
  }

  /// The session on a device, for requests of the test.
  func token(on device: Scratch) throws -> String {
    let text = device.text(of: "\(profile)/session.json") ?? ""
    guard let token = try JSONDocument(Array(text.utf8)).root["access_token"]?.string else {
      throw LiveServer.Trouble(description: "no token in \(text)")
    }
    return token
  }
}
