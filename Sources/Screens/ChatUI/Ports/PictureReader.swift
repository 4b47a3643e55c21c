public import ChatDomain
public import TerminalScreen

/// Makes pixels of the bytes of a picture that somebody sent.
public nonisolated protocol PictureReader: Sendable {
  /// What is missing to do that, as a sentence; nil: nothing.
  var obstacle: String? { get }
  /// The picture that bytes are, scaled down until it fits in a size. Throws a sentence for bytes that are no picture.
  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture
}
