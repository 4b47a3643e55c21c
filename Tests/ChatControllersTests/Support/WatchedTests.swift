import ChatDomain
import InMemoryService
import Testing

@Suite("Tests that wait forever")
struct WatchedTests {
  @Test("Such a test fails, and the run continues")
  func goesOn() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await Watched(patience: .milliseconds(20)).provideScope(for: test, testCase: nil) {
        try await ManualClock().sleep(for: .seconds(1))
      }
    } matching: { issue in
      issue.comments.contains("it waited for what never comes")
    }
  }
}
