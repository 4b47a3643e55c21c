import ChatDomain

/// The channel that a word of the command line means: by its id or, among those that the person is in, by its name or
/// that of the other one.
enum ChannelWord {
  /// - Parameter tell: says which ones it could be.
  static func channel(
    _ word: String, among channels: [ChannelSummary], tell: (String) -> Void
  ) throws(ChatError) -> ChannelSummary {
    let plain = word.hasPrefix("#") ? String(word.dropFirst()) : word
    if let channel = channels.first(where: { [word, plain].contains($0.channel.id.rawValue) }) {
      return channel
    }
    let named = channels.filter {
      $0.channel.displayName == plain || $0.partner?.displayName == plain
    }
    guard let first = named.first else { throw .refused(.notFound("channel \(word)")) }
    guard named.count == 1 else {
      tell("\(word) could be \(named.map(\.channel.id.rawValue).alternatives)")
      throw .refused(.notFound("channel \(word)"))
    }
    return first
  }
}
