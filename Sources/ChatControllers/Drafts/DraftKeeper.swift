import ChatDomain

final class DraftKeeper {
  init(
    service: any ChatService, store: any LocalStore, clock: any ChatClock, board: NoticeBoard,
    configuration: ClientConfiguration
  ) {}
  func load() async throws(StoreError) {}
  func start() {}
  func stop() {}
  func publishAll() async {}
  func flush() async throws(StoreError) {}
}
