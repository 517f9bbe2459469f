import VelodyServices
import VelodyTesting

/// What the owner's own hand does.
extension MemoryServer {
    /// With the policy as it is by default.
    var collection: CollectService { collection(over: storage) }

    /// The same with what another storage holds.
    func collection(over storage: MemoryStorage) -> CollectService {
        CollectService(
            uploads: uploads, records: database.makeRecords(), snapshots: database.makeSnapshots(),
            inventory: storage.inventory, quarantine: storage.quarantine, policy: CollectionPolicy()
        )
    }

    func verification(pause: @escaping (Double) -> Void = { _ in }) -> VerifyService {
        verification(over: storage, pause: pause)
    }

    /// The same with what another storage holds.
    func verification(
        over storage: MemoryStorage, pause: @escaping (Double) -> Void = { _ in }
    ) -> VerifyService {
        VerifyService(
            stores: database.makeStores(), records: database.makeRecords(),
            inventory: storage.inventory, resources: resources, pause: pause)
    }
}
