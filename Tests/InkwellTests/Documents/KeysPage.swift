@testable import ChatUI

/// docs/keys.md, from the table that the program itself has.
enum KeysPage {
  static let text =
    """
    # Keys

    Made from the table of the program by `make docs`. C- is the control key, M- is Alt or a pressed Escape in front, S- is
    shift. All can be bound anew under their names ([configuration.md](configuration.md)); F1 and `inkwell --print-keys` list those
    in force.

    """ + KeyArea.allCases.map(part).joined()

  private static func part(of area: KeyArea) -> String {
    let rows = KeyTable.bindings.filter { $0.command.area == area }.map { binding in
      let keys = binding.keys.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(keys) | \(binding.meaning) | `\(binding.command.name)` |\n"
    }
    return "\n## \(area.title)\n\n| keys | what they do | name |\n|---|---|---|\n" + rows.joined()
  }
}
