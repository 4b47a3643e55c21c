/// Text from an external editor.
public nonisolated enum EditedText: Hashable, Sendable {
  case saved(String)
  /// The text when the editor exited with a status that abandons the edit, as vi does after `:cq`.
  case givenUp(String)
}

/// The user's other programs.
public nonisolated protocol OtherPrograms: Sendable {
  /// Lets the user edit text in `$EDITOR`. The result stays in a file until it is stored.
  /// - Parameter take: receives the text each time the editor has saved it, and at the end if it was given up; returns whether it
  ///   is stored.
  @MainActor
  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  /// Asks a running editor to exit, and returns once its text was taken. If the editor does not exit, the wait times out.
  /// - Parameter isHangUp: whether the terminal is gone, as opposed to the user quitting.
  /// - Returns: where the text may be if the editor exited without saving it.
  @MainActor
  func endEditing(isHangUp: Bool) async -> String?
  /// Copies text to the desktop's clipboard with another program.
  /// - Returns: whether a program has accepted the text.
  func copy(_ text: String) async -> Bool
  /// Opens an address or a file.
  func open(_ address: String) async throws(ProgramError)
}

/// The reason another program failed, as a sentence.
public nonisolated struct ProgramError: Error, Hashable, Sendable {
  public let sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}
