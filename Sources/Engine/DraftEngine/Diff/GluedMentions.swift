/// Finds mentions in gaps between paired words where letters were attached to their words.
///
/// `[Ann] met` becomes `Anns met`: the old word is gone, but the mention is still there. Many languages attach
/// particles to names.
struct GluedMentions {
  /// The work limit per gap; a larger gap is not searched.
  private static let workLimit = 1 << 14

  private let mentions: MentionList
  private let elsewhere: Set<Int>

  /// - Parameter elsewhere: the mentions that already have a place.
  init(_ mentions: MentionList, elsewhere: Set<Int>) {
    self.mentions = mentions
    self.elsewhere = elsewhere
  }

  /// The gap, split at the mentions that occur in it once, at the beginning of a word or right after another mention.
  func parts(of gap: ChangedRange, old: Span<UInt8>, new: Span<UInt8>) -> [ChangedRange] {
    guard !gap.old.isEmpty, !gap.new.isEmpty else { return [gap] }
    var result: [ChangedRange] = []
    var rest = gap
    var index = mentions.firstIndex(endingAfter: gap.old.lowerBound)
    var work = Self.workLimit
    while index < mentions.count, mentions.ranges[index].upperBound <= gap.old.upperBound, work > 0 {
      let words = mentions.ranges[index]
      work -= rest.new.count
      if words.lowerBound >= rest.old.lowerBound, !elsewhere.contains(index),
        let place = onlyPlace(of: words, old: old, in: rest.new, new: new, gap: gap)
      {
        result.append(
          ChangedRange(
            old: rest.old.lowerBound..<words.lowerBound, new: rest.new.lowerBound..<place.lowerBound))
        rest = ChangedRange(
          old: words.upperBound..<gap.old.upperBound, new: place.upperBound..<gap.new.upperBound)
      }
      index += 1
    }
    result.append(rest)
    return result
  }

  private func onlyPlace(
    of words: Range<Int>, old: Span<UInt8>, in range: Range<Int>, new: Span<UInt8>, gap: ChangedRange
  ) -> Range<Int>? {
    var found: Range<Int>?
    // Without a check of bounds: a long stretch is searched byte by byte.
    let first = old[words.lowerBound]
    let bytes = new.bytes
    var start = range.lowerBound
    while start + words.count <= range.upperBound {
      if bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) == first {
        let place = start..<(start + words.count)
        if CommonEnds.areSame(old, words, new, place) {
          if found != nil { return nil }
          found = place
        }
      }
      start += 1
    }
    guard let found else { return nil }
    let isBehindAnother = found.lowerBound == range.lowerBound && range.lowerBound > gap.new.lowerBound
    return isBehindAnother || WordBreaks.isBreak(found.lowerBound, in: new) ? found : nil
  }
}
