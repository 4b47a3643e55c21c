/// The notice in the last line, which stays until the next key.
final class NoticeLine {
  private(set) var current: Notice? { didSet { onChange() } }
  /// The notice that something can be taken back, which stays no longer than it is true, and what it is by now.
  private var takeBack: (notice: Notice, now: () -> Notice)?
  /// Called when the next key has cleared it.
  var onClear: () -> Void = {}
  /// Called when there is another one, or none any more.
  var onChange: () -> Void = {}

  func show(_ notice: Notice) { current = notice }

  /// The notice that is shown next says that something can be taken back.
  ///
  /// - Parameter now: what it is later, as the time for it is counted down.
  func expectTakeBack(_ notice: Notice, now: @escaping () -> Notice) { takeBack = (notice, now) }

  /// Brings the notice that something can be taken back up to date.
  func countDown() {
    guard let takeBack, current == takeBack.notice else { return }
    self.takeBack?.notice = takeBack.now()
    current = self.takeBack?.notice
  }

  /// Removes the notice that something can be taken back: there is nothing any more.
  func nothingToTakeBack() {
    if current != nil, current == takeBack?.notice { current = nil }
    takeBack = nil
  }

  func clear() {
    if current != nil { current = nil }
    onClear()
  }
}
