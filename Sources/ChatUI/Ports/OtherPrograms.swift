/// Programs of the person's own.
public nonisolated protocol OtherPrograms: Sendable {
  /// Lets the person edit text in `$EDITOR`; nil when nothing is to be changed. Throws a sentence.
  func edit(_ text: String) async throws(ProgramError) -> String?
  /// Opens an address or a file.
  func open(_ address: String) async throws(ProgramError)
}
