import ChatDomain
import Testing

@Suite("A test that a service has not the abilities for says why it is skipped")
struct SkippingTests {
  @Test("What is missing is named, of the fixture and of the service")
  func reasons() {
    let setup = ServiceSetup(needs: .movesTime, uses: .guardsFiles, lacks: .addsMembers)
    let all = Set(ServiceAbility.allCases)
    #expect(setup.reasonToSkip([.movesTime], [.guardsFiles]) == nil)
    #expect(setup.reasonToSkip([], [.guardsFiles]) == "its time cannot be moved")
    #expect(setup.reasonToSkip([.movesTime], []) == "whoever knows a file's id gets it")
    #expect(setup.reasonToSkip([.movesTime], all) == "it always has the ability addsMembers")
    #expect(setup.reasonToSkip([], all)?.contains(", ") == true)
    #expect(ServiceSetup().reasonToSkip([], []) == nil)
  }

  @Test("Each ability has words of its own for when it is missing")
  func words() {
    #expect(Set(ServiceAbility.allCases.map(\.description)).count == ServiceAbility.allCases.count)
  }
}
