/// A place of the common ancestor with what the two copies have there, each in its own UTF-8 offsets.
struct MergePlace {
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
}

/// Sorts the changes of two copies: those of one side, the same ones on both, and the conflicts.
struct MergeRegions {
  /// Their changes that go into our copy, in its offsets.
  private(set) var incoming: [TextChange] = []
  /// Where each of these comes from and goes to.
  private(set) var incomingPlaces: [MergePlace] = []
  /// Where both did the same to the text.
  private(set) var same: [MergePlace] = []
  /// Where they did not.
  private(set) var conflicts: [MergePlace] = []
  /// From the ancestor to our copy and to theirs.
  let toOurs: PositionMapping
  let toTheirs: PositionMapping

  init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    let ourChanges = TextDiff.wordChanges(from: base, to: ours.text)
    let theirChanges = TextDiff.wordChanges(from: base, to: theirs.text)
    toOurs = PositionMapping(ourChanges)
    toTheirs = PositionMapping(theirChanges)
    var ourNext = 0
    var theirNext = 0
    while theirNext < theirChanges.count {
      var range = theirChanges[theirNext].old
      while ourNext < ourChanges.count, ourChanges[ourNext].old.isBefore(range) { ourNext += 1 }
      let theirFirst = theirNext
      let ourFirst = ourNext
      theirNext += 1
      // A change of one side can reach into the next one of the other, so the place grows until it is alone.
      while true {
        if ourNext < ourChanges.count, ourChanges[ourNext].old.collides(with: range) {
          range = range.union(ourChanges[ourNext].old)
          ourNext += 1
        } else if theirNext < theirChanges.count, theirChanges[theirNext].old.collides(with: range) {
          range = range.union(theirChanges[theirNext].old)
          theirNext += 1
        } else {
          break
        }
      }
      let place = MergePlace(
        base: range, ours: toOurs.hull(of: range, changes: ourChanges[ourFirst..<ourNext]),
        theirs: toTheirs.hull(of: range, changes: theirChanges[theirFirst..<theirNext]))
      let theirText = theirs.text.slice(utf8: place.theirs)
      if ourFirst == ourNext {
        incoming.append(TextChange(place.ours, String(theirText)))
        incomingPlaces.append(place)
      } else if theirText.utf8.elementsEqual(ours.text.slice(utf8: place.ours).utf8) {
        same.append(place)
      } else {
        conflicts.append(place)
      }
    }
  }
}

extension Range<Int> {
  /// Whether this change of the ancestor is over before the other one begins.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool {
    upperBound <= other.lowerBound && !collides(with: other)
  }

  /// Whether two changes of the ancestor are at the same place: they share a byte, one falls inside the other, or
  /// both put something in at the same point.
  fileprivate func collides(with other: Range<Int>) -> Bool {
    if isEmpty && other.isEmpty { return lowerBound == other.lowerBound }
    return upperBound > other.lowerBound && lowerBound < other.upperBound
  }

  fileprivate func union(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension PositionMapping {
  /// What a range of the ancestor became: what was put in at its edges belongs to it only with one of its changes.
  fileprivate func hull(of range: Range<Int>, changes: ArraySlice<ChangedRange>) -> Range<Int> {
    var lower = map(range.lowerBound, side: .after)
    var upper = map(range.upperBound, side: .before)
    for change in changes {
      lower = min(lower, change.new.lowerBound)
      upper = max(upper, change.new.upperBound)
    }
    return lower..<max(lower, upper)
  }
}
