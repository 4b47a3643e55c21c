import ChatDomain

nonisolated extension MessageTimeline {
  /// The message as the service has it, if it is in the window.
  func base(of id: MessageID) -> Message? {
    if let base = bases[id] { return base }
    guard let index = exactIndex(of: id), !order[index].isLocal else { return nil }
    return messages[index]
  }

  /// Inserts a message of the service, or replaces its known state.
  mutating func setBase(_ message: Message) -> [TimelineChange] {
    var message = message
    message.localState = nil
    refreshQuote(in: &message)
    // What was deleted for good does not come here.
    message = earlyUpdates.upToDate(message) ?? message
    pinExpiries[message.id] = message.pin?.expiresAt
    let place = TimelinePosition(token: message.timetoken?.rawValue ?? 0, id: message.id)
    let isNew = places[message.id] == nil
    let shown = overlaid(message)
    let isChanged = put(shown, at: place)
    bases[message.id] = work[message.id] == nil ? nil : message
    let first: [TimelineChange] =
      isNew ? [.inserted(message.id)] : isChanged ? [.updated(message.id)] : []
    return first + (message.editedAt != nil || message.isDeleted ? refreshQuotes(of: message) : [])
  }

  /// Redraws a message after its outgoing work has changed.
  mutating func redraw(_ id: MessageID) -> [TimelineChange] {
    guard let base = base(of: id) else { return redrawEcho(id) }
    let isWorkedOn = work[id] != nil
    bases[id] = isWorkedOn ? base : nil
    guard let place = places[id], put(overlaid(base), at: place) else { return [] }
    return [.updated(id)]
  }

  /// Removes a message from the window.
  mutating func remove(_ id: MessageID) -> [TimelineChange] {
    guard let index = exactIndex(of: id) else { return [] }
    if let quoted = messages[index].quoted { quoters[quoted.id]?.remove(id) }
    messages.remove(at: index)
    order.remove(at: index)
    places[id] = nil
    bases[id] = nil
    pinExpiries[id] = nil
    return [.removed(id)]
  }

  /// - Returns: whether anything changed.
  @discardableResult
  mutating func put(_ message: Message, at place: TimelinePosition) -> Bool {
    if let quoted = message.quoted { quoters[quoted.id, default: []].insert(message.id) }
    if let index = exactIndex(of: message.id) {
      if order[index] == place {
        guard messages[index] != message else { return false }
        messages[index] = message
        return true
      }
      messages.remove(at: index)
      order.remove(at: index)
    }
    let index = firstIndex(notBefore: place)
    messages.insert(message, at: index)
    order.insert(place, at: index)
    places[message.id] = place
    return true
  }

  /// The message with its outgoing work overlaid.
  func overlaid(_ base: Message) -> Message {
    guard let entries = work[base.id] else { return base }
    return entries.reduce(base) { $1.laid(over: $0) }
  }
}

nonisolated extension OutboxEntry {
  /// The message as it looks with this work overlaid: only what the work changes is different.
  func laid(over base: Message) -> Message {
    var shown = base
    switch work {
    case .send:
      if deletesOnArrival { shown.localState = .deleting }
    case .edit:
      shown.elements = message.elements
      shown.files = message.files
      shown.localState = message.localState
    case .delete:
      shown.localState = message.localState
    case .pin, .unpin:
      if failure == nil { shown.pin = message.pin }
    case .react(let change):
      if failure == nil { shown.reactions.set(change.name, change.isOn, by: change.user) }
    }
    return shown
  }
}
