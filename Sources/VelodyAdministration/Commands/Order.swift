package import VelodyServices

/// One command, read and understood, ready to be carried out.
///
/// Commands are read whole before database or storage are touched.
protocol Order {
    /// Carries it out and tells what came of it.
    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode
}

/// The services that commands are made of.
///
/// Confined to the thread that made it.
package struct Tools {
    package let devices: DeviceService
    package let quarantine: QuarantineService
    package let verification: VerifyService
    package let collection: CollectService
    /// How old a file without a record has to be before it counts, in seconds.
    package let orphanGrace: Int
    /// Looks at the whole installation; takes a while.
    package let consultation: () -> Doctor

    package init(
        devices: DeviceService, quarantine: QuarantineService, verification: VerifyService,
        collection: CollectService,
        orphanGrace: Int, consultation: @escaping () -> Doctor
    ) {
        self.devices = devices
        self.quarantine = quarantine
        self.verification = verification
        self.collection = collection
        self.orphanGrace = orphanGrace
        self.consultation = consultation
    }
}
