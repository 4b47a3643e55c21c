import ChatDomain
import ChatTestSupport
import InMemoryService

extension World {
  /// What happens to a device.
  func befall(_ step: Step, on device: Device) async {
    switch step {
    case .weather:
      let (name, faults) = weather()
      note("\(device.name) \(name)")
      await device.line.setFaults(faults)
    case .calm:
      note("\(device.name) calm")
      await device.line.setFaults(.none)
    case .storeFails:
      let faults = happens(0.5) ? StoreFaults.full : StoreFaults(writing: .full, batchesBefore: pick(0...3))
      note("\(device.name) store fails after \(faults.batchesBefore ?? 0)")
      device.storeFails = true
      device.unkept.formUnion(device.composedWords)
      device.store.inner.setFaults(faults)
    case .storeWorks:
      guard let ill = pick(devices.filter(\.storeFails)) else { return }
      note("\(ill.name) store works")
      ill.store.inner.setFaults(.none)
      ill.storeFails = false
    case .crash:
      note("\(device.name) crash\(device.storeFails ? " without a store" : "")")
      if device.storeFails {
        words.forgive(device.unkept.union(device.composedWords))
        uncertainDeletions.formUnion(unkeptDeletions[device.name] ?? [])
      }
      uncertainDeletions.formUnion(begunDeletions.removeValue(forKey: device.name) ?? [])
      device.unkept = []
      await device.crash()
      if happens(0.5) { await settle() }
      await device.start()
    default:
      let time = pick(100...20_000)
      note("wait \(time)ms")
      clock.advance(by: .milliseconds(time))
    }
  }

  private func weather() -> (String, ServiceFaults) {
    var faults = happens(0.5) ? ServiceFaults.unsteady : .none
    let latency: ClosedRange<Duration> = .milliseconds(5) ... .milliseconds(800)
    switch pick(0...4) {
    case 0: return ("offline", .offline)
    case 1:
      faults.latency = latency
      return ("slow", faults)
    case 2:
      faults.uploadDelay = latency
      faults.uploadFailure = 0.5
      return ("slow uploads", faults)
    case 3:
      faults.refusals = [
        RefusedRequest([.send, .edit, .delete, .pin, .finishUpload], in: pick(channels), .notAllowed)
      ]
      return ("refused", faults)
    default:
      faults = .unsteady
      faults.latency = latency
      faults.streamBreak = 0.1
      return ("unsteady", faults)
    }
  }
}
