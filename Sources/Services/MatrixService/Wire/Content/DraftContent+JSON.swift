import ChatDomain
import DraftEngine
import JSON

extension DraftContent {
  init(_ node: JSONNode?, in room: ChannelID) {
    self.init(
      elements: node?["markup"].markupElements ?? [],
      files: node?["files"].elements.prefix(100).compactMap { FileAttachment(draft: $0) } ?? [],
      quoted: node?["quoted"].flatMap { QuotedMessage($0, in: room) },
      isShownInChannel: node?["shown"]?.bool == true)
  }

  func write(to json: inout JSONWriter) {
    json.member("markup", MessageMarkup.render(elements).escapingNUL)
    if !files.isEmpty {
      json.array("files") { json in
        for file in files {
          json.object { json in
            json.member("url", file.id.rawValue)
            json.member("name", file.name.escapingNUL)
            json.member("type", file.mimeType.escapingNUL)
            json.member("size", file.size.exactEverywhere)
          }
        }
      }
    }
    if let quoted { json.object("quoted") { quoted.write(to: &$0) } }
    if isShownInChannel { json.member("shown", true) }
  }
}

extension FileAttachment {
  fileprivate init?(draft node: JSONNode) {
    guard let address = node["url"]?.shortString.flatMap({ MediaAddress($0) }),
      let name = node["name"]?.string,
      let type = node["type"]?.string, let size = node["size"]?.integer, size >= 0
    else { return nil }
    self.init(id: address.file, name: name.unescapingNUL, mimeType: type.unescapingNUL, size: size)
  }
}

extension QuotedMessage {
  /// What a device saw when it quoted a message of the room.
  fileprivate init?(_ node: JSONNode, in room: ChannelID) {
    guard let id = node["id"].messageID, let author = node["author"].userID,
      let elements = node["markup"].markupElements
    else { return nil }
    self.init(
      id: id, channelId: room, author: User(id: author, name: node["name"]?.string?.unescapingNUL),
      elements: elements,
      // Larger than what a number may be here.
      version: node["version"]?.shortString.flatMap { UInt64($0) }.map { Timetoken($0) },
      isDeleted: node["deleted"]?.bool == true)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", id.rawValue)
    json.member("author", author.id.rawValue)
    if let name = author.name { json.member("name", name.escapingNUL) }
    json.member("markup", MessageMarkup.render(elements).escapingNUL)
    if let version { json.member("version", version.description) }
    if isDeleted { json.member("deleted", true) }
  }
}
