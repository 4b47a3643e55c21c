import ChatControllers
import ChatDomain

/// How far others have read in the channels that are shown.
final class ReaderCache {
  /// More names than anybody reads.
  static let limit = 50
  /// In how many channels it is known; those shown longest ago are asked for again.
  private static let mostChannels = 24

  /// Called when somebody has read further.
  var onChange: () -> Void = {}
  private let services: any AppServices
  private var known: [ChannelID: [UserID: ReaderPosition]] = [:]
  private var asked: [ChannelID] = []
  /// The channels that are being asked for, each once.
  private var asking: Set<ChannelID> = []

  init(services: any AppServices) { self.services = services }

  /// The names of those who have read up to a message, and not up to the next one. Who wrote it is not among them.
  func names(upTo message: Message, before next: Message?) -> [String] {
    let channel = message.channelId
    if !asked.contains(channel) { ask(for: channel) }
    guard let positions = known[channel], let token = message.timetoken else { return [] }
    let end = next?.timetoken ?? Timetoken(.max)
    return positions.values.filter { (token..<max(token, end)).contains($0.lastRead) }
      .filter { $0.user.id != message.author.id }.map(\.user.displayName).sorted()
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.readPositionChanged(let channel, let user, let position)):
      guard user != services.client.currentUser.id, let lastRead = position.lastRead,
        let positions = known[channel]
      else { return }
      // Somebody new has a name that only the service knows. Where as many are known as are asked for, there are more
      // that are not, and nobody is asked with each of their receipts.
      guard let former = positions[user] else {
        return positions.count < Self.limit ? ask(for: channel) : ()
      }
      guard former.lastRead < lastRead else { return }
      known[channel]?[user] = ReaderPosition(user: former.user, lastRead: lastRead)
      onChange()
    case .eventsMissed: asked = []
    case .connection(.online): asked.removeAll { known[$0] == nil }
    default: break
    }
  }

  private func ask(for channel: ChannelID) {
    if !asked.contains(channel) { asked.append(channel) }
    if asked.count > Self.mostChannels { known[asked.removeFirst()] = nil }
    guard services.client.abilities.contains(.tellsReaders), asking.insert(channel).inserted else { return }
    Task { [weak self, client = services.client] in
      var found: [ReaderPosition]?
      do throws(ChatError) { found = try await client.service.readers(of: channel, limit: Self.limit) } catch
      {
        // It is asked for again when the connection is back.
      }
      self?.receive(found, of: channel)
    }
  }

  private func receive(_ found: [ReaderPosition]?, of channel: ChannelID) {
    asking.remove(channel)
    guard let found else { return }
    known[channel] = Dictionary(found.map { ($0.user.id, $0) }, uniquingKeysWith: { first, _ in first })
    onChange()
  }
}
