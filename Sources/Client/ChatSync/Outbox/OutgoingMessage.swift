package import ChatDomain
package import DraftEngine

/// A message written here, to be sent.
package nonisolated struct OutgoingMessage: Hashable, Sendable {
  /// The destination: a channel, or a thread in it.
  package var key: DraftKey
  package var elements: [MessageElement]
  /// Files the service already has.
  package var files: [FileAttachment]
  /// Files to upload before the message is sent; they come after those the service has.
  package var inputFiles: [InputFile]
  package var quoted: QuotedMessage?
  /// Whether a reply in a thread is also shown in the channel.
  package var isShownInChannel: Bool
  var pinning: Pinning?
  package var delivery: DeliveryOptions
  package var extras: MessageExtras

  package init(
    key: DraftKey, elements: [MessageElement], files: [FileAttachment] = [], inputFiles: [InputFile] = [],
    quoted: QuotedMessage? = nil, isShownInChannel: Bool = false, pinning: Pinning? = nil,
    delivery: DeliveryOptions = DeliveryOptions(), extras: MessageExtras = MessageExtras()
  ) {
    self.key = key
    self.elements = elements
    self.files = files
    self.inputFiles = inputFiles
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
    self.pinning = pinning
    self.delivery = delivery
    self.extras = extras
  }
}

nonisolated extension OutgoingMessage {
  /// The message as it is shown until the service has it: under the id of its transaction.
  func echo(as id: TransactionID, by author: User, at time: Timestamp) -> Message {
    var message = Message(
      id: MessageID(id.rawValue), channelId: key.channelId, parentId: key.parentId, author: author,
      elements: elements, files: files, quoted: quoted, createdAt: time,
      isShownInChannel: key.parentId == nil || isShownInChannel, transactionId: id,
      localState: .pendingSend, extras: extras)
    message.pin = pinning.map { Pin(by: author.id, at: time, expiresAt: $0.expiresAt) }
    return message
  }

  package func request(as id: TransactionID) -> NewMessage {
    NewMessage(
      transactionId: id, channelId: key.channelId, parentId: key.parentId,
      markup: MessageMarkup.render(elements), files: files.map(\.id), quoted: quoted,
      isShownInChannel: key.parentId == nil || isShownInChannel, pinning: pinning, delivery: delivery,
      extras: extras)
  }
}
