package import VelodyDomain
package import VelodyServices

/// One command, read and understood, ready to be carried out.
///
/// Commands are read whole before database or storage are touched.
protocol Order {
    /// Carries it out and tells what came of it.
    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode
}

/// One command that looks at backups by themselves, and needs neither settings nor a library.
protocol ArchiveOrder {
    /// Carries it out and tells what came of it.
    func perform(with check: BackupCheck, on console: Console) throws(ServiceError) -> ExitCode
}

/// A command, by what it needs.
enum Errand {
    case library(any Order)
    case archive(any ArchiveOrder)
    case files(InspectOrder)
}

/// Looks into the file at a path; throws `notFound` where it cannot be opened, `unavailable`.
package typealias Inspect = (
    _ path: String, _ encoding: LegacyEncoding?
) throws(ServiceError) -> FileInspection.Opinion

/// The services that commands are made of.
///
/// Confined to the thread that made it.
package struct Tools {
    package let devices: DeviceService
    package let quarantine: QuarantineService
    package let verification: VerifyService
    package let collection: CollectService
    package let backup: BackupService
    package let restore: RestoreService
    package let bond: StorageBond
    /// How old a file without a record has to be before it counts, in seconds.
    package let orphanGrace: Int
    /// Looks at the whole installation; takes a while.
    package let consultation: () -> Doctor

    package init(
        devices: DeviceService, quarantine: QuarantineService, verification: VerifyService,
        collection: CollectService, backup: BackupService, restore: RestoreService,
        bond: StorageBond, orphanGrace: Int, consultation: @escaping () -> Doctor
    ) {
        self.devices = devices
        self.quarantine = quarantine
        self.verification = verification
        self.collection = collection
        self.backup = backup
        self.restore = restore
        self.bond = bond
        self.orphanGrace = orphanGrace
        self.consultation = consultation
    }
}
