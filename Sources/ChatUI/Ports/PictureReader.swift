public import TerminalScreen

/// Makes pixels of the bytes of a picture that somebody sent.
public nonisolated protocol PictureReader: Sendable {
  /// What is missing to do that, as a sentence; nil: nothing.
  var obstacle: String? { get }
  /// Throws a sentence for bytes that are no picture.
  func picture(in bytes: [UInt8]) async throws(ProgramError) -> Picture
}
