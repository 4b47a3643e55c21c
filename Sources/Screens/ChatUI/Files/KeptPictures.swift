import ChatDomain
import TerminalScreen

/// The pictures that were decoded, those wanted last at the end, as long as there is room for them.
struct KeptPictures {
  private struct Entry {
    let file: FileID
    let picture: Picture
    /// Into which it was fitted.
    let room: PictureSize
    /// Whether it was made of the file, and not of what the service made of it.
    let isOfFile: Bool
  }

  private var entries: [Entry] = []

  /// The room in the timeline.
  static let row = PictureSize(nearest: 320, 320)
  private static let mostBytes = 8 << 20

  /// The picture for the timeline.
  func picture(of file: FileID) -> Picture? {
    entries.last { $0.file == file && $0.room == Self.row }?.picture
  }

  /// What there is of a picture that is shown larger.
  func sharpest(of file: FileID) -> Picture? {
    entries.lazy.filter { $0.file == file }.map(\.picture).max { $0.width < $1.width }
  }

  /// A picture that has as many pixels as can be seen in a room.
  func picture(of file: FileID, filling room: PictureSize) -> Picture? {
    entries.last { entry in
      guard entry.file == file else { return false }
      let (width, height) = (entry.picture.width, entry.picture.height)
      let hasAll = entry.isOfFile && width < entry.room.width && height < entry.room.height
      return hasAll || width >= room.width || height >= room.height
    }?.picture
  }

  /// It is seen now.
  mutating func use(_ file: FileID) {
    guard let index = entries.lastIndex(where: { $0.file == file && $0.room == Self.row }) else { return }
    entries.append(entries.remove(at: index))
  }

  /// - Parameter isVisible: which files stand in timelines now; these pictures stay.
  mutating func keep(
    _ picture: Picture, of file: FileID, in room: PictureSize, isOfFile: Bool, isVisible: (FileID) -> Bool
  ) {
    // Of large ones the last one is the sharpest.
    entries.removeAll { $0.file == file && ($0.room == Self.row) == (room == Self.row) }
    entries.append(Entry(file: file, picture: picture, room: room, isOfFile: isOfFile))
    var bytes = entries.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > Self.mostBytes,
      let index = entries.dropLast().firstIndex(where: { $0.room != Self.row || !isVisible($0.file) })
    {
      bytes -= entries.remove(at: index).picture.bytes.count
    }
  }
}
