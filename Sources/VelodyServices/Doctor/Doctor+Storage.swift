import VelodyDomain

/// The storage: is it there, and may everybody do what they must, and no more?
extension Doctor {
    var storageRoot: Diagnosis {
        guard host.isStorageMarked else {
            return .wrong(
                "storage", "\(plan.storageRoot) is not there, or is no storage.",
                "Mount the disk. A new, empty library gets its storage when the server starts.")
        }
        if let doubt { return doubted(doubt) }
        guard let known else { return .fine("storage", "\(plan.storageRoot) is a storage.") }
        guard known == host.storageID else {
            return .unseen(
                "storage", "Whether \(plan.storageRoot) is this library's storage cannot be told.",
                "velody-admin verify says what is in the way.")
        }
        return .fine("storage", "\(plan.storageRoot) is this library's storage.")
    }

    /// The storage that the library has taken.
    private var known: StorageID? {
        if case .success(let facts) = database { facts.storageID } else { nil }
    }

    private func doubted(_ doubt: StorageDoubt) -> Diagnosis {
        let mount = "Mount the right disk, or correct STORAGE_ROOT or DATABASE_URL. "
        switch doubt {
        case .foreign:
            let found = host.storageID.map(\.description) ?? "without an identity"
            let own = known?.description ?? "none"
            return .wrong(
                "storage",
                "\(plan.storageRoot) is another library's storage (\(found); the database has \(own)).",
                mount + "If it was replaced on purpose: velody-admin adopt")
        case .empty:
            return .wrong(
                "storage", "\(plan.storageRoot): \(doubt.detail).",
                mount
                    + "If every file is lost, and there is no backup: velody-admin verify --all-lost"
            )
        case .otherSongs, .unknownSongs:
            return .wrong(
                "storage", "\(plan.storageRoot): \(doubt.detail).",
                mount + "If it is this one: velody-admin adopt --anyway")
        }
    }

    var storageAccess: [Diagnosis] {
        guard host.isStorageMarked else { return [] }
        let faults = host.storage.compactMap(fault)
        let reach = webServerReach
        guard faults.isEmpty, reach == nil else { return faults + (reach.map { [$0] } ?? []) }
        return [.fine("storage-access", "nginx may read the library, and nothing else of it.")]
    }

    /// Every directory that keeps others out, and every one that nginx must get through.
    private func fault(_ file: FileAccess) -> Diagnosis? {
        let name = file.path.dropFirst(plan.storageRoot.count)
        let isOpen = name.isEmpty || name.hasPrefix("/library")
        // Others never; nginx's group where nginx has to read, and never to write.
        let forbidden: UInt32 = isOpen ? 0o027 : 0o077
        let needed: UInt32 = isOpen ? 0o750 : 0o700
        let inherits = !name.hasPrefix("/library") || file.mode & 0o2000 != 0
        guard file.mode & forbidden != 0 || file.mode & needed != needed || !inherits else {
            return nil
        }
        return .wrong(
            "storage-access", "\(file.path) has the mode \(file.octal).",
            "chmod \(isOpen ? "2750" : "0700") \(file.path)")
    }

    private var webServerReach: Diagnosis? {
        guard let groups = host.webServer.groups else { return nil }
        let closed = host.storage.first { file in
            let name = file.path.dropFirst(plan.storageRoot.count)
            return (name.isEmpty || name.hasPrefix("/library")) && !groups.contains(file.group)
                && file.owner != host.webServer.user
        }
        guard let closed else { return nil }
        return .wrong(
            "storage-access",
            "nginx runs as \(host.webServer.user), who is not in the group \(closed.group) of \(closed.path).",
            "adduser \(host.webServer.user) \(closed.group), then systemctl reload nginx")
    }
}
