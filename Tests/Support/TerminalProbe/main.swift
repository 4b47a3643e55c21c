import CursesTerminal
import Glibc
import TerminalScreen

if CommandLine.arguments.contains("--pieces") {
  while let line = readLine() { print(Pieces(line)) }
  exit(0)
}
var options = TerminalOptions()
// A slow test must not be taken for a slow line.
options.pictureDelay = 60_000
options.reportsMouse = CommandLine.arguments.contains("--mouse")
if CommandLine.arguments.contains("--colourless") { options.colors = .none }
let probe = Probe(CursesTerminal(options))
do {
  try probe.start()
} catch {
  let sentence = "probe: \(error)\n"
  _ = sentence.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(69)
}
MainLoop.shared.run()
