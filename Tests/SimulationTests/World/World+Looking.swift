import ChatDomain

@testable import ChatControllers

extension World {
  /// What a device shows.
  func look(_ step: Step, on device: Device) async {
    let key = await place(for: device)
    switch step {
    case .open:
      let controller = device.channels[key.channelId] ?? device.client.channelController(for: key.channelId)
      device.channels[key.channelId] = controller
      begin("\(device.name) opens \(key.channelId)") { try await controller.synchronize() }
    case .openThread:
      let parents = await messages(in: key.channelId, for: people[device.person]).filter { !$0.isReply }
      guard let parent = pick(Array(parents.prefix(3))) else { return }
      let controller =
        device.threads[parent.id] ?? device.client.messageController(for: parent.id, in: key.channelId)
      device.threads[parent.id] = controller
      begin("\(device.name) opens the thread under \(parent.id)") { try await controller.synchronize() }
    case .openThreadList:
      let list = device.threadList ?? device.client.threadListController()
      device.threadList = list
      begin("\(device.name) lists its threads") { try await list.synchronize() }
    case .loadOlder:
      guard let controller = device.channels[key.channelId] else { return }
      begin("\(device.name) pages in \(key.channelId)") { try await controller.loadPreviousMessages() }
    default:
      note("\(device.name) closes \(key.channelId)")
      device.channels[key.channelId] = nil
      device.threads = [:]
      device.threadList = nil
    }
  }

  /// Whoever was told that something could not be loaded asks for it again.
  func lookAgain(on device: Device) async {
    await settle()
    for controller in device.channels.values where !controller.timeline.isLoaded || controller.summary == nil
    {
      begin("\(device.name) opens \(controller.channelId) again") { try await controller.synchronize() }
    }
    for controller in device.threads.values where !controller.timeline.isLoaded {
      begin("\(device.name) opens \(controller.messageId) again") { try await controller.synchronize() }
    }
    if let list = device.threadList, list.list.needsReload {
      begin("\(device.name) lists its threads again") { try await list.synchronize() }
    }
  }
}
