/// What becomes of the mentions in a merge, once the text is merged.
///
/// Ours went along with the text. A mention that the other copy made, removed or turned to another target is made,
/// removed or turned here too, unless our copy did something else with the same words.
struct MergedMentions {
  private(set) var removing: [MentionSpan] = []
  private(set) var adding: [MentionSpan] = []
  private(set) var conflicts: [DraftMerge.Conflict] = []

  init(
    base: DraftDocument, ours: DraftDocument, theirs: DraftDocument, merged: DraftDocument,
    regions: MergeRegions, mapping: PositionMapping
  ) {
    var list = merged.mentionList
    let theirChoice = Choices(of: base, in: theirs, through: regions.toTheirs)
    let ourChoice = Choices(of: base, in: ours, through: regions.toOurs)
    for index in 0..<base.mentionList.count {
      guard let theirSpan = theirChoice.spans[index], let ourSpan = ourChoice.spans[index] else { continue }
      let original = base.mentionList.targets[index]
      if theirChoice.target(at: index) == original { continue }
      let place =
        mapping.map(ourSpan.lowerBound, side: .after)..<mapping.map(ourSpan.upperBound, side: .before)
      if ourChoice.target(at: index) == original {
        guard let found = list.firstIndex(startingAt: place.lowerBound), list.ranges[found] == place else {
          continue
        }
        removing.append(list[found])
        list.remove(at: found)
      } else if ourChoice.target(at: index) != theirChoice.target(at: index) {
        conflicts.append(
          DraftMerge.Conflict(
            base: base.elements(inUTF8: base.mentionList.ranges[index]), ours: ours.elements(inUTF8: ourSpan),
            theirs: theirs.elements(inUTF8: theirSpan), utf8Range: place))
      }
    }
    let known = Set(theirChoice.kept)
    let settled = Set(conflicts.map(\.utf8Range))
    let way = Way(regions: regions, mapping: mapping)
    for (index, span) in theirs.mentionSpans.enumerated() where !known.contains(index) {
      guard let place = way.place(of: span.range),
        theirs.text.slice(utf8: span.range).utf8.elementsEqual(merged.text.slice(utf8: place).utf8),
        MentionRule.standsOnCharacters(place, in: merged.text), !settled.contains(place)
      else { continue }
      let mine = MentionSpan(place, span.target)
      guard let other = list.firstIndex(overlapping: place) else {
        list.insert(mine)
        adding.append(mine)
        continue
      }
      if list[other] == mine { continue }
      let range =
        min(
          place.lowerBound, list.ranges[other].lowerBound)..<max(
          place.upperBound, list.ranges[other].upperBound)
      conflicts.append(
        DraftMerge.Conflict(
          base: [], ours: merged.elements(inUTF8: range), theirs: theirs.elements(inUTF8: span.range),
          utf8Range: range))
    }
    adding = adding.inTextOrder
  }
}

/// What a copy did with the mentions of the ancestor whose words it left alone.
private struct Choices {
  /// Where the words of each mention are, or nil where the copy changed them.
  var spans: [Range<Int>?] = []
  /// The mentions of the copy that the ancestor had too, target and all.
  var kept: [Int] = []
  private var targets: [MentionTarget?] = []

  init(of base: DraftDocument, in copy: DraftDocument, through mapping: PositionMapping) {
    let changes = mapping.steps.first ?? []
    for span in base.mentionSpans {
      let isTouched = changes.contains { MentionRule.touches(span.range, $0.old) }
      guard !isTouched else {
        spans.append(nil)
        targets.append(nil)
        continue
      }
      let range =
        mapping.map(span.range.lowerBound, side: .after)..<mapping.map(span.range.upperBound, side: .before)
      let index = copy.mentionList.firstIndex(startingAt: range.lowerBound)
      let found = index.flatMap { copy.mentionList.ranges[$0] == range ? $0 : nil }
      spans.append(range)
      targets.append(found.map { copy.mentionList.targets[$0] })
      if let found, copy.mentionList.targets[found] == span.target { kept.append(found) }
    }
  }

  /// What the words stand for in the copy; nil when they are no mention any more.
  func target(at index: Int) -> MentionTarget? { targets[index] }
}

/// The way of a position from their copy into the merged draft.
private struct Way {
  let regions: MergeRegions
  let mapping: PositionMapping

  func place(of range: Range<Int>) -> Range<Int>? {
    let lower = position(range.lowerBound, side: .after)
    let upper = position(range.upperBound, side: .before)
    return lower < upper && upper - lower == range.count ? lower..<upper : nil
  }

  private func position(_ offset: Int, side: PositionMapping.Side) -> Int {
    for (place, change) in zip(regions.incomingPlaces, mapping.steps.first ?? [])
    where holds(offset, side, place.theirs) {
      return change.new.lowerBound + offset - place.theirs.lowerBound
    }
    for place in regions.same where holds(offset, side, place.theirs) {
      return mapping.map(place.ours.lowerBound + offset - place.theirs.lowerBound, side: side)
    }
    let origin = regions.toTheirs.inverted.map(offset, side: side)
    return mapping.map(regions.toOurs.map(origin, side: side), side: side)
  }

  /// A mention's start belongs to the text behind it, its end to the text before it.
  private func holds(_ offset: Int, _ side: PositionMapping.Side, _ range: Range<Int>) -> Bool {
    side == .after
      ? range.lowerBound <= offset && offset < range.upperBound
      : range.lowerBound < offset && offset <= range.upperBound
  }
}
