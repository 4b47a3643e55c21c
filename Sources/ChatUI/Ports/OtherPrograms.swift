/// Programs of the person's own.
public nonisolated protocol OtherPrograms: Sendable {
  /// Lets the person edit text in `$EDITOR`. What was written there stays in a file until it is kept. Throws a sentence.
  /// - Parameter take: is given the text if it is another one, and tells whether it is kept.
  @MainActor
  func edit(_ text: String, take: @escaping @MainActor (String) async -> Bool) async throws(ProgramError)
  /// Asks an editor that is at work to end, and returns once what it wrote was taken. One that does not end is not
  /// waited for for ever.
  /// - Parameter isHangUp: whether the terminal is gone, and not somebody wants the program to end.
  /// - Returns: where what was written may be when the editor ended without saving it.
  @MainActor
  func endEditing(isHangUp: Bool) async -> String?
  /// Opens an address or a file.
  func open(_ address: String) async throws(ProgramError)
}
