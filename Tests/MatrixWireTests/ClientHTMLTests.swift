import DraftEngine
import Testing

@testable import MatrixService

@Suite("HTML as clients send it")
struct ClientHTMLTests {
  @Test("It is shown as its authors saw it", arguments: ClientHTML.all)
  func shown(_ row: (client: String, shape: ClientHTML.Shape)) {
    #expect(FormattedBody.elements(row.shape.html) == row.shape.elements, "\(row.client)")
    var laws = WireLaws()
    laws.checkHTML(Array(row.shape.html.utf8))
    #expect(laws.breaches.isEmpty, "\(row.client): \(laws.breaches)")
  }
}
