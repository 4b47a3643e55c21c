import EncryptionMachine
import MachineTestSupport
import Testing

@Suite("Encrypted talks")
struct TalkTests {
  @Test("Two people read each other, and both read their own messages")
  func twoPeople() throws {
    let world = try TestWorld(seed: 1)
    let anna = try world.add("@anna:x", "A")
    let ben = try world.add("@ben:x", "B")
    try world.syncAll()
    let first = try anna.send("Hello", to: world.room)
    try world.syncAll()
    let second = try ben.send("Hi", to: world.room)
    let third = try anna.send("How are you?", to: world.room)
    try world.syncAll()
    for device in [anna, ben] {
      #expect(device.read == [first: "Hello", second: "Hi", third: "How are you?"], "\(device.failed)")
    }
  }
}
