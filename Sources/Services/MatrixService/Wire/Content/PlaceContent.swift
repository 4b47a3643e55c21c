import DraftEngine
import JSON

/// A place on the earth that somebody sent.
struct PlaceContent {
  /// `geo:51.5,0.1`; nil if none was sent that leads to a place.
  private let address: String?
  private let words: String

  init(_ content: JSONNode, body: String) {
    let place = content["m.location"] ?? content["org.matrix.msc3488.location"]
    address = (content["geo_uri"] ?? place?["uri"])?.shortString.flatMap { MatrixLink.isPlace($0) ? $0 : nil }
    words = place?["description"]?.string?.line(maxBytes: 1_024) ?? body.sanitized(maxBytes: 1_024)
  }

  /// What it is, its name, and its address.
  var elements: [MessageElement] {
    let sign = MessageElement.plainText(text: "Place: ")
    guard let address else { return ([sign] + FormattedBody.elements(showing: words)).normalised }
    // Many clients write the address into the words.
    let parts = words.split(separator: address, maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let before = parts.count == 2 || words.isEmpty ? parts[0] : words + " "
    let behind = parts.count == 2 ? parts[1] : ""
    return
      ([sign] + FormattedBody.elements(showing: before) + [.link(text: address, target: .url(url: address))]
      + FormattedBody.elements(showing: behind)).normalised
  }
}
