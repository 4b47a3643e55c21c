import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("probe", .serialized)
struct ProbeTests {
  @Test func probe() async throws {
    var s = try await Scenario(columns: 80, rows: 24)
    await s.start()
    func show(_ what: String) { print("=== \(what)\n\(s.picture)\n cursor \(String(describing: s.cursor))") }
    await s.type("/attach /home/mia/notes.txt"); await s.keys("Enter"); await s.type("here it is"); await s.keys("Enter"); show("files")
    s = try await Scenario(columns: 80, rows: 24)
    await s.start()
    await s.type("ask @an")
    await s.keys("Tab")
    await s.keys("C-a C-k M-Down C-y"); show("yanked")
    await s.keys("Enter"); show("sent")
    print(try await s.said(in: "offtopic").last as Any)
    s = try await Scenario(columns: 80, rows: 24)
    await s.start()
    await s.type("ask @a"); show("at a")
    await s.keys("Down"); show("Down")
    s = try await Scenario(columns: 80, rows: 24)
    await s.start()
    var faults = ServiceFaults.none
    faults.latency = .seconds(2)...(.seconds(2))
    await s.service.device(user: "mia", id: "terminal").setFaults(faults)
    await s.type("ask @be")
    await s.keys("C-w")
    await s.type("@al")
    await s.wait(.seconds(3))
    show("3 seconds"); await s.wait(.seconds(3)); show("6 seconds");
  }
}
