import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Every single call to database and storage fails once: a client that goes on gets its song in.
@Suite struct OutageTests {
    private let song: [UInt8] = [1, 2, 3, 4]

    /// Goes on with the upload from wherever the server says it stands.
    private func continueUpload(on server: MemoryServer) throws -> TrackID {
        switch try server.uploads.prepare(server.announcement(song), device: server.device.id) {
        case .exists(let track, _): return track.id
        case .upload(let session, _):
            var offset = session.offset
            while offset < 4 {
                let piece = Array(song[Int(offset)..<min(Int(offset) + 2, 4)])
                offset = try server.append(ScriptedBody([piece]), at: offset, to: session.id)
                    .offset
            }
            return try server.finalize(session.id).track.id
        }
    }

    /// Uploads with whatever `plan` breaks, cutting the power after each failure.
    ///
    /// - Returns: whether what was planned happened.
    private func upload(
        on server: MemoryServer, healing heal: () -> Bool, plan: () -> Void
    ) throws -> Bool {
        plan()
        var track = try? continueUpload(on: server)
        let hasHappened = !heal()
        if track == nil {
            server.storage.cutPower()
            track = try continueUpload(on: server)
        }
        #expect(try server.newest() == [track])
        #expect(try server.events() == 1)
        #expect(server.storage.blob(server.content(song)) == song)
        return hasHappened
    }

    @Test(arguments: [false, true])
    func `whichever call to the database fails, and however long`(isLasting: Bool) throws {
        for call in 0... {
            let server = try MemoryServer()
            let faults = server.database.faults
            let hasHappened = try upload(on: server, healing: { faults.heal() }) {
                faults.fail(
                    after: call, isLasting: isLasting, with: StoreError(.unavailable, "away"))
            }
            guard hasHappened else {
                #expect(call > 10)
                return
            }
        }
    }

    @Test(
        arguments: [false, true], [StorageError.Code.insufficientSpace, .unavailable, .unexpected])
    func `whichever call to the storage fails, and however long`(
        isLasting: Bool, code: StorageError.Code
    ) throws {
        for call in 0... {
            let server = try MemoryServer()
            let faults = server.storage.faults
            let hasHappened = try upload(on: server, healing: { faults.heal() }) {
                faults.fail(after: call, isLasting: isLasting, with: StorageError(code, "away"))
            }
            guard hasHappened else {
                #expect(call > 15)
                return
            }
        }
    }

    @Test func `after every failure the database promises no byte that a power cut took`() throws {
        for call in 0..<40 {
            let server = try MemoryServer()
            server.storage.faults.fail(
                after: call, isLasting: true, with: StorageError(.unexpected, "EIO"))
            _ = try? continueUpload(on: server)
            server.storage.faults.heal()
            server.storage.cutPower()
            for session in server.database.uploads where session.status != .finalized {
                let part = server.storage.part(session.id) ?? []
                #expect(session.offset <= part.count)
                #expect(part.prefix(Int(session.offset)) == song.prefix(Int(session.offset)))
            }
        }
    }
}
