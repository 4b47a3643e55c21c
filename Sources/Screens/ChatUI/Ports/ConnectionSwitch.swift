/// Turns the connection off and on, if the service supports that: `/offline` and `/online`.
public nonisolated protocol ConnectionSwitch: Sendable {
  func setOffline(_ isOffline: Bool) async
}
