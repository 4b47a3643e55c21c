import ChatDomain
import ChatScreens
import Composer

/// Why nothing can be sent from a composer, shown before the user types.
nonisolated struct Obstacle {
  let words: String
  /// What to do instead, shown while the composer is empty.
  let way: String

  init(_ words: String, way: String = "") {
    self.words = words
    self.way = way
  }

  func show(in state: inout ComposerState) {
    state.placeholder = state.text.isEmpty ? way : ""
    state.telling = .init(text: words, tone: .warning)
  }
}

/// Texts about encrypted channels of a service that cannot encrypt here.
nonisolated enum EncryptedChannel {
  /// Why nothing can be sent, and what will change that.
  static let obstacle = "this device cannot send there"
  /// What can be done meanwhile.
  static let way = "/\(SlashCommand.dm.name) NAME opens an unencrypted conversation"
}

nonisolated extension Message {
  /// Whether it is a message that a person sent unencrypted.
  var isInClear: Bool { kind == .regular && !isEncrypted && !isDeleted && timetoken != nil }
}
