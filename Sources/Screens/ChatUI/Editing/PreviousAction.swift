import ChatDomain

/// What an action leaves for the one right after it. Every other action drops it.
nonisolated enum PreviousAction: Hashable {
  /// Nothing that the next action could continue.
  case other
  /// Killed text, which the next kill joins.
  case kill
  /// Inserted this entry of the kill ring; the text is in the range.
  case yank(Range<Int>, index: Int)
  /// Discarded the draft, which undo restores.
  indirect case discard(DiscardedDraft)
  /// Left out files, the last one last; undo restores them one by one.
  indirect case leaveOut([LeftOutFile])
  /// Inserted a suggestion with a blank after it, which ends at this offset.
  case insertBlank(before: Int)
}

/// A file that was taken off a draft or off a message that is being edited.
nonisolated enum LeftOutFile: Hashable, Sendable {
  case file(InputFile)
  /// A file the service already has.
  case attachment(FileAttachment)
}
