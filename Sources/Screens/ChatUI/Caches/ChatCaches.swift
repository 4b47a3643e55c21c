import ChatControllers

/// State collected from the client's notices, for the presenters.
struct ChatCaches {
  let pending = PendingMessageStatus()
  let presences: PresenceCache
  let pins: PinCache
  let readers: ReaderCache

  init(services: AppContext) {
    presences = PresenceCache(services: services)
    pins = PinCache(services: services)
    readers = ReaderCache(services: services)
  }

  func handle(_ notice: ClientNotice) {
    pending.handle(notice)
    presences.handle(notice)
    pins.handle(notice)
    readers.handle(notice)
  }
}
