import DraftEngine

/// The elements of a document, made when they are first wanted and then kept: the listeners, the store and the service
/// all want them after each key.
final class RenderedElements {
  private var elements: [MessageElement]?

  func elements(of document: DraftDocument) -> [MessageElement] {
    if let elements { return elements }
    let made = document.elements
    elements = made
    return made
  }
}
