import FoundationEssentials
import VelodyDomain
import VelodyServices

@testable import VelodyPostgres

extension Simulation {
    /// One request of a device, and what it makes of the answer; sometimes the answer is lost.
    func pull(_ index: Int) throws {
        let limit = Int.random(in: 1...4, using: &dice)
        let isLost = dice.hits(oneIn: 5)
        if devices[index].staging != nil {
            try pullBootstrap(index, limit: limit, isLost: isLost)
        } else {
            try pullChanges(index, limit: limit, isLost: isLost)
        }
    }

    private func pullBootstrap(_ index: Int, limit: Int, isLost: Bool) throws {
        let device = devices[index]
        let page = try server.bootstrap(
            device.device, cursor: device.staging?.cursor, limit: limit)
        if isLost { return }
        guard let page else { return devices[index].beginAnew() }
        trace.append("device \(index): \(page.records.count) of \(page.place.lastEventID)")
        devices[index].take(page.records, place: page.place, next: page.next)
    }

    private func pullChanges(_ index: Int, limit: Int, isLost: Bool) throws {
        let before = devices[index]
        let state = try PostgresLibraryStateStore(server.session).state()
        let answer = try server.changes(
            before.device, after: before.cursor, epoch: before.epoch, limit: limit)
        switch answer {
        case .gone:
            if before.epoch == state.epoch {
                throw Violation(description: "I8: a cursor of this epoch is refused")
            }
            if !isLost { devices[index].beginAnew() }
        case .page(let page):
            if isLost {
                if defect == .cursorBeforeData { devices[index].cursor = page.last }
                return
            }
            trace.append("device \(index): \(before.cursor) to \(page.last), \(page.hasMore)")
            devices[index].apply(page)
            // It may die after it has stored what the page says, and before the cursor: the page comes again.
            if dice.hits(oneIn: 6) { devices[index].cursor = before.cursor }
            try check(devices[index], before: before, page, newest: state)
        }
    }

    /// S12: pages that a device has applied are applied to it again, in any order.
    func replay(_ index: Int) throws {
        let before = devices[index]
        guard before.staging == nil else { return }
        for page in before.applied.shuffled(using: &dice).prefix(2) {
            devices[index].apply(page)
            if devices[index].records != before.records || devices[index].gone != before.gone {
                throw Violation(description: "S12: a page up to \(page.last) changes things twice")
            }
        }
    }

    /// S12: a device goes on from an older cursor, as if its own had been restored from a backup.
    func rewind(_ index: Int) {
        let device = devices[index]
        guard device.staging == nil else { return }
        devices[index].cursor = Int64.random(in: 0...device.cursor, using: &dice)
    }

    /// Every device follows until it is told that there is no more.
    func converge() throws {
        for index in devices.indices {
            var rounds = 0
            repeat {
                rounds += 1
                if rounds > 2_000 { throw Violation(description: "I10: no end of pages") }
                try pull(index)
            } while try !isCaughtUp(devices[index])
            try compare(devices[index], "I10")
        }
    }

    private func isCaughtUp(_ device: SimulatedDevice) throws -> Bool {
        let state = try PostgresLibraryStateStore(server.session).state()
        return device.staging == nil && device.epoch == state.epoch
            && device.cursor == state.lastEventID
    }
}
