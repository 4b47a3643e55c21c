import Composer
import Testing

@testable import inkwell

@Suite("Startup notices")
struct StartNoticeTests {
  @Test("All warnings are in one notice with the highest severity")
  func joined() {
    let configuration = Notice("config.json5:3: no such key.", .warning)
    let store = Notice("the file was damaged", .warning)
    let log = Notice("nothing new is saved", .error)
    #expect(Notice(joining: []) == nil)
    #expect(Notice(joining: [store]) == store)
    #expect(
      Notice(joining: [configuration, store])
        == Notice("Config.json5:3: no such key. The file was damaged", .warning))
    #expect(
      Notice(joining: [configuration, store, log])
        == Notice("Config.json5:3: no such key. The file was damaged. Nothing new is saved", .error))
  }
}
