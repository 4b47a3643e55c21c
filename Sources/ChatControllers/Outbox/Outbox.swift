import ChatDomain

/// What the service has yet to be told: one queue for each channel, in the order in which it was made here.
final class Outbox {
  init(
    service: any ChatService, store: any LocalStore, clock: any ChatClock, board: NoticeBoard,
    configuration: ClientConfiguration
  ) {}
  func load() async throws(StoreError) {}
  func start() {}
  func stop() async {}
}
