import DraftEngine

/// The elements of a document, rendered on first use and then kept: listeners, store and service all need them after each
/// key.
final class RenderedElements {
  private var elements: [MessageElement]?

  func elements(of document: DraftDocument) -> [MessageElement] {
    if let elements { return elements }
    let made = document.elements
    elements = made
    return made
  }
}
