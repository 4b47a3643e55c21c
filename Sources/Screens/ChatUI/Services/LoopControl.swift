/// The loop, as the parts of the program see it.
protocol LoopControl: AnyObject {
  /// Requests a frame because something visible changed.
  func setNeedsFrame()
  /// Performs what only changes drafts, and what is shown of these: frames requested meanwhile draw no more than that.
  func changeDrafts(_ change: () -> Void)
  /// Ends the program after the current events.
  ///
  /// - Parameter isHangUp: whether the terminal is gone, as opposed to the user quitting.
  func end(isHangUp: Bool)
  /// Ends this run of the program after the current events, because another one is to follow.
  func end(before next: NextRun)
  /// Performs an action once everything typed before it is saved, or the store has had its time.
  func afterSaving(_ action: @escaping () -> Void)
}
