/// Takes the connection away and gives it back, where the service can do that: `/offline` and `/online`.
public nonisolated protocol ConnectionSwitch: Sendable {
  func setOffline(_ isOffline: Bool) async
}
