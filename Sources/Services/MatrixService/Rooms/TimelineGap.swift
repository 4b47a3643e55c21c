/// What became of the events between what is here of a room and an answer that does not follow on from it.
enum TimelineGap {
  /// All of them are here, the oldest first.
  case filled([MatrixEvent])
  /// There were too many. What is shown has to be loaded again.
  case cut
}
