import CursesTerminal

let arguments: Arguments
do throws(Arguments.Fault) {
  arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
  complain("inkwell: \(error.sentence). inkwell --help lists what there is.")
  leave(with: ExitStatus.usage)
}
switch arguments.wish {
case .help: print(Usage.help)
case .version: print(Usage.version)
case .keys: print(Usage.keys)
case .run:
  let session = Session(arguments)
  Task {
    await session.run()
    leave(with: ExitStatus.success)
  }
  MainLoop.run()
}
