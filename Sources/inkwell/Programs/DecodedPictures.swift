import ChatUI
import PictureDecoder
import TerminalScreen

/// Pictures by way of a child that decodes them.
struct DecodedPictures: PictureReader {
  private let decoder = PictureDecoder()

  var obstacle: String? { decoder.missing?.description }

  func picture(in bytes: [UInt8]) async throws(ProgramError) -> Picture {
    do throws(PictureFault) { return try await decoder.picture(in: bytes) } catch {
      throw ProgramError(error.description)
    }
  }
}
