public import DraftEngine

extension DraftDocument {
  /// The first blank in the second half that is in no mention.
  public var middle: Int {
    let mentions = mentions
    let half = count / 2
    return text.enumerated().first { place, character in
      place >= half && character == " " && !mentions.contains { $0.range.contains(place) }
    }?.offset ?? count
  }
}
