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
    for span in message.elements.shownSpans {
      switch span.target {
      case .url(let address): found.append(.address(WebAddress.openable(address) ?? address))
      case .channel(let id): found.append(.channel(ChannelID(id)))
      case .user: break
      }
    }
    found += message.files.map(Openable.file)
    var seen: Set<Openable> = []
    return found.filter { seen.insert($0).inserted }
  }
}
