import ChatDomain
import ChatScreens
import DraftEngine

/// Something in a message that can be opened: an address, a channel or a file.
nonisolated enum Openable: Hashable {
  case address(String)
  case channel(ChannelID)
  case file(FileAttachment)

  /// Everything in a message that can be opened, in reading order, each item once.
  static func all(in message: Message) -> [Openable] {
    var found: [Openable] = []
    for element in message.elements {
      switch element {
      case .plainText(let text): found += WebAddress.all(in: text).map(Openable.address)
      case .link(_, .url(let address)): found.append(.address(address))
      case .link(_, .channel(let id)): found.append(.channel(ChannelID(id)))
      case .link(_, .user): break
      }
    }
    found += message.files.map(Openable.file)
    var seen: Set<Openable> = []
    return found.filter { seen.insert($0).inserted }
  }
}
