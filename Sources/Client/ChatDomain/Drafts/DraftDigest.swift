import DraftEngine

/// Tells two versions of a draft apart without keeping their words. What a quoted message says is no part of it: that may
/// have been edited since.
public struct DraftDigest: RawRepresentable, Hashable, Sendable {
  /// The same on every device and in every run.
  public let rawValue: UInt64

  /// A digest that was stored.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter content: nil for a draft that was deleted.
  public init(_ content: DraftContent?) {
    var hash = FowlerNollVoHash()
    if let content {
      for element in content.elements {
        hash.add(element.text)
        switch element.target {
        case nil: hash.add("text")
        case .user(let id): hash.add("user \(id)")
        case .channel(let id): hash.add("channel \(id)")
        case .url(let url): hash.add("url \(url)")
        }
      }
      for file in content.files { hash.add("file \(file.id)") }
      if let quoted = content.quoted { hash.add("quote \(quoted.id)") }
      if content.isShownInChannel { hash.add("shown") }
    }
    rawValue = hash.value
  }
}
