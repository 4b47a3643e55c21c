import ChatDomain
import ChatUI
import PictureDecoder
import TerminalScreen

/// Pictures by way of a child that decodes them.
struct DecodedPictures: PictureReader {
  /// Made with the first picture: it looks for programs on the disk, which no start has to wait for.
  private static let decoder = PictureDecoder()

  var obstacle: String? { Self.decoder.missing?.description }

  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture {
    do throws(PictureFault) {
      return try await Self.decoder.picture(in: bytes, width: size.width, height: size.height)
    } catch {
      throw ProgramError(error.description)
    }
  }
}
