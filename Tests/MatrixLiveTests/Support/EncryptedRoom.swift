import ChatDomain
import Foundation
import MatrixService
import ProgramTerminal
import Testing

/// An encrypted room of Ann, who uses Inkwell in a terminal, and Ben. Ben's device and a laptop of Ann's are services without
/// a screen.
struct EncryptedRoom {
  let ann: Person
  let laptop: EncryptedDevice
  let ben: EncryptedDevice
  let id: ChannelID
  let recoveryKey: String

  init(_ name: String, at server: LiveServer) async throws {
    ann = try await server.person("ann")
    laptop = try await EncryptedDevice(Account(of: ann), "LAPTOP")
    recoveryKey = try await laptop.setUp()
    ben = try await EncryptedDevice(Account("ben", at: server), "BENS")
    _ = try await ben.setUp()
    let room = try await laptop.service.createChannel(
      NewChannel(id: "new", name: name, type: .group, members: [ben.account.id], isEncrypted: true))
    #expect(room.channel.isEncrypted)
    id = room.channel.id
    _ = try await ben.service.join(id)
  }

  func close() async {
    await laptop.close()
    await ben.close()
  }
}

extension VirtualTerminal {
  /// Enters the recovery key of an account on a new device.
  func enter(recoveryKey: String) throws {
    try send("/encryption")
    try until("▸ Enter your recovery key")
    try type(Keys.enter)
    try until("┌ Recovery key")
    try type("\(recoveryKey)\r")
    try until("the device signed") { !$0.shows("Recovery key") && $0.shows("signed") }
    try type(Keys.escape)
    try until("no panel") { !$0.shows("Fingerprint") }
  }
}

/// The files below a folder that contain one of these texts, with the text.
func traces(of texts: some Sequence<String>, below folder: String) throws -> [(file: String, text: String)] {
  let searched = texts.map { ($0, Data($0.utf8)) }
  return try FileManager.default.subpathsOfDirectory(atPath: folder).flatMap { name in
    // Files may go meanwhile, and folders have no contents.
    guard let contents = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
      return [(file: String, text: String)]()
    }
    return searched.filter { contents.range(of: $0.1) != nil }.map { (name, $0.0) }
  }
}
