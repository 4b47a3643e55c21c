import DraftEngine

switch CommandLine.arguments.dropFirst().first {
case nil:
  print(Workbench.greeting)
  var workbench = Workbench()
  while !workbench.isDone, let line = readLine() {
    print(workbench.answer(to: line))
  }
case "--help", "-h":
  print(Workbench.usage)
case "--version":
  print("inkwell 0.1.0")
case .some(let argument):
  // 64 is EX_USAGE of sysexits.h.
  complain("inkwell: no such option: \(argument). inkwell --help lists what there is.")
  leave(with: 64)
}
