/// The notice in the last line, which stays until the next key.
final class NoticeLine {
  private(set) var current: Notice? { didSet { onChange() } }
  /// The notice that something can be taken back, which stays no longer than it is true.
  private var takeBackNotice: Notice?
  /// Called when the next key has cleared it.
  var onClear: () -> Void = {}
  /// Called when there is another one, or none any more.
  var onChange: () -> Void = {}

  func show(_ notice: Notice) { current = notice }

  /// The notice that is shown next says that something can be taken back.
  func expectTakeBack(_ notice: Notice) { takeBackNotice = notice }

  /// Removes the notice that something can be taken back: there is nothing any more.
  func nothingToTakeBack() {
    if current != nil, current == takeBackNotice { current = nil }
  }

  func clear() {
    if current != nil { current = nil }
    onClear()
  }
}
