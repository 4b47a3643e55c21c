/// What opens links and files: the person's own command, a browser, or what the desktop has for them.
struct AddressOpener {
  /// The person's own command; nil for the desktop's choice.
  let command: String?

  private static let usual = "xdg-open"

  /// What may open an address, the preferred command first.
  func commands(for address: String) -> [[String]] {
    // The person's own command may have options.
    if let command { return [["/bin/sh", "-c", "\(command) \"$1\"", "sh", address]] }
    let browsers = browser(for: address).flatMap { BrowserList($0) }
    return browsers?.commands(opening: address) ?? [[Self.usual, address]]
  }

  /// What it is called when it did not open an address.
  func name(for address: String) -> String { command ?? browser(for: address) ?? Self.usual }

  /// A browser is for addresses of pages; the program for a file depends on its type, and places are for a map.
  private func browser(for address: String) -> String? {
    address.hasPrefix("/") || address.hasPrefix("geo:") ? nil : ProcessEnvironment.value(of: "BROWSER")
  }
}
