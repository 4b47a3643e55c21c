import ChatDomain
import Testing

@testable import MatrixCache

@Suite("Marks")
struct MarkTests {
  @Test("A mark is kept until it is replaced or removed")
  func marks() throws {
    let cache = try MatrixCache(path: nil, of: "@ann:s", on: "laptop")
    #expect(try cache.mark("since") == nil)
    try cache.setMark("since", "s1")
    try cache.setMark("filter", "")
    try cache.setMark("since", "s2\0\u{E9}")
    #expect(try cache.mark("since") == "s2\0\u{E9}")
    #expect(try cache.mark("filter") == "")
    try cache.setMark("since", nil)
    #expect(try cache.mark("since") == nil)
  }
}
