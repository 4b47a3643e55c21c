/// What a device keeps of the history it has seen, for somebody who reads on without a connection.
public protocol ChatKeptHistory: Sendable {
  /// A page like that of ``ChatHistory/messages(_:)``, of what is on this device, without a request. It holds no less than
  /// what events told so far, and its cursors lead on here and at the service alike.
  ///
  /// - Returns: nil if nothing of it is here, or the service keeps nothing.
  func keptMessages(_ query: MessageQuery) async -> Page<Message>?
}
