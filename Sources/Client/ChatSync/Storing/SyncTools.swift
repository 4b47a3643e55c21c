import ChatDomain

/// The dependencies that the parts of the engine share.
struct SyncTools {
  let service: any ChatService
  let store: any LocalStore
  let clock: any ChatClock
  let configuration: ClientConfiguration
  let board: NoticeBoard
  let writer: StoreWriter
}
