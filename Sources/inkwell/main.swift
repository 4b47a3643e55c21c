import ChatUI
import CursesTerminal
import TerminalScreen

let arguments: Arguments
do throws(Arguments.Fault) {
  arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
  complain("inkwell: \(error.sentence). inkwell --help lists what there is.")
  leave(with: ExitStatus.usage)
}
switch arguments.wish {
case .help: print(Usage.help)
case .version: print(Version.name)
case .keys: print(Usage.keys)
case .keyDump:
  Task {
    do throws(TerminalError) {
      try await KeyDumpScreen(CursesTerminal(), Keymap()).run()
      leave(with: ExitStatus.success)
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: ExitStatus.unavailable)
    }
  }
  MainLoop.run()
case .exportDrafts(let form):
  Task {
    let status = await DraftExport.run(
      form, of: arguments.profile ?? .demo, includesHistory: arguments.includesHistory, clock: RunningClock())
    leave(with: status)
  }
  MainLoop.run()
case .checkConfiguration, .printConfiguration, .run:
  let session = Session(arguments)
  Task {
    await session.run()
    leave(with: ExitStatus.success)
  }
  MainLoop.run()
}
