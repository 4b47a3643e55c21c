import ChatDomain
import TerminalScreen
extension App {
  func run(_ line: String, in key: DraftKey) {}
  func point(_ event: MouseEvent) {}
}
