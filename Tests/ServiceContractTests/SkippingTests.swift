import ChatDomain
import Testing

@Suite("Skipped tests name the missing ability")
struct SkippingTests {
  @Test("The missing ability of the fixture and the service is named")
  func reasons() {
    let setup = ServiceSetup(needs: .movesTime, uses: .guardsFiles, lacks: .addsMembers)
    let all = Set(ServiceAbility.allCases)
    #expect(setup.reasonToSkip([.movesTime], [.guardsFiles]) == nil)
    #expect(setup.reasonToSkip([], [.guardsFiles]) == "its time cannot be moved")
    #expect(setup.reasonToSkip([.movesTime], []) == "anyone who has a file's id can get it")
    #expect(setup.reasonToSkip([.movesTime], all) == "it always has the ability addsMembers")
    #expect(setup.reasonToSkip([], all)?.contains(", ") == true)
    #expect(ServiceSetup().reasonToSkip([], []) == nil)
  }

  @Test("Each ability has a description of its absence")
  func words() {
    #expect(Set(ServiceAbility.allCases.map(\.description)).count == ServiceAbility.allCases.count)
  }
}
