import ChatUI

extension Notice {
  /// All that a start has to say: one notice after the other would leave only the last on the screen. Nil if there is none.
  init?(joining notices: [Notice]) {
    guard !notices.isEmpty else { return nil }
    let isError = notices.contains { $0.tone == .error }
    self.init(notices.map(\.text).joined(separator: ". "), isError ? .error : .warning)
  }
}
