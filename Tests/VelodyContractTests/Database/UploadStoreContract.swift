import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``UploadStore``, clause by clause.
    @Suite struct UploadStoreContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)

        private func arrange(
            _ adapter: DatabaseAdapter
        ) throws -> (stores: Stores, writer: LibraryWriter) {
            let stores = try adapter.makeDatabase().makeStores()
            return (stores, try LibraryWriter(registeredIn: stores))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a session is found as it was opened`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            var session = writer.newSession(1)
            session.filename = #"quote " \ % é 🎵.mp3"#
            session.hint.title = #"{"title": null}"#
            session.hint.artists = ["a", "b,c"]
            let opened = try stores.uploads.open(session)
            #expect(opened.isNew)
            #expect(opened.session == session)
            #expect(try stores.uploads.find(session.id) == session)
            #expect(try stores.uploads.find(writer.newSession(1).id) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the same device's open session for the same content is given back`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let first = writer.newSession(1)
            _ = try stores.uploads.open(first)
            let again = writer.newSession(1)
            let opened = try stores.uploads.open(again)
            #expect(!opened.isNew)
            #expect(opened.session == first)
            #expect(try stores.uploads.find(again.id) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a refused session that is reopened stands beside an open one, which is given back`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let opened = try stores.uploads.open(writer.newSession(1)).session
            var refused = try #require(try stores.uploads.acquire(opened.id))
            refused.status = .rejected
            refused.problem = UploadProblem(code: .invalidAudio, reason: nil, detail: "short")
            #expect(try stores.uploads.save(refused))
            let second = try stores.uploads.open(writer.newSession(1)).session
            #expect(second.id != opened.id)
            var whole = try #require(try stores.uploads.acquire(opened.id))
            whole.status = .complete
            whole.problem = nil
            whole.offset = LibraryWriter.size
            #expect(try stores.uploads.reopen(whole))
            #expect(try stores.uploads.find(opened.id) == whole)
            #expect(try stores.uploads.open(writer.newSession(1)).session.id == second.id)
            whole.generation -= 1
            #expect(try !stores.uploads.reopen(whole))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the last word on an open session wins, also against who holds it`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let track = try writer.publish(9, in: stores).track
            let first = try stores.uploads.open(writer.newSession(1)).session
            var held = try #require(try stores.uploads.acquire(first.id))
            var again = writer.newSession(1)
            again.filename = "b.mp3"
            again.hint.album = "Album"
            again.existingTrack = track
            held.filename = again.filename
            held.hint = again.hint
            held.existingTrack = track
            #expect(try stores.uploads.open(again).session == held)
            var stale = first
            stale.generation = held.generation
            stale.offset = 10
            held.offset = 10
            #expect(try stores.uploads.save(stale))
            #expect(try stores.uploads.find(first.id) == held)
            _ = try stores.uploads.open(writer.newSession(1))
            let last = try #require(try stores.uploads.find(first.id))
            #expect(last.existingTrack == nil)
            #expect(last.hint == TrackMetadata())
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a complete session is given back too`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let publication = try writer.receive(1, in: stores)
            let opened = try stores.uploads.open(writer.newSession(1))
            #expect(opened.session.id == publication.upload)
            #expect(opened.session.status == .complete)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `another device, size or content, or no known content, has its own session`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let other = try LibraryWriter(registeredIn: stores, name: "other")
            var longer = writer.newSession(1)
            longer.sizeBytes = 101
            var unknown = writer.newSession(1)
            unknown.content = nil
            unknown.sizeBytes = nil
            var unknownToo = writer.newSession(1)
            unknownToo.content = nil
            unknownToo.sizeBytes = nil
            let sessions = [
                writer.newSession(1), other.newSession(1), longer, writer.newSession(2), unknown,
                unknownToo,
            ]
            for session in sessions { #expect(try stores.uploads.open(session).isNew) }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `an expired or finished session is not given back`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            var brief = writer.newSession(1)
            brief.expiresAt = later
            _ = try stores.uploads.open(brief)
            var after = writer.newSession(1)
            after.createdAt = later
            #expect(try stores.uploads.open(after).isNew)
            _ = try writer.publish(2, in: stores)
            #expect(try stores.uploads.open(writer.newSession(2)).isNew)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `one of many who open the same at once inserts, and all get its session`(
            _ adapter: DatabaseAdapter
        ) async throws {
            let database = try adapter.makeDatabase()
            let writer = try LibraryWriter(registeredIn: database.makeStores())
            let opened = try await withThrowingTaskGroup(of: (UploadID, Bool).self) { group in
                for _ in 1...6 {
                    group.addTask {
                        let opened = try database.makeStores().uploads.open(writer.newSession(1))
                        return (opened.session.id, opened.isNew)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(opened.map(\.0)).count == 1)
            #expect(opened.filter(\.1).count == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `sessions are listed newest first, the device's own, and not too many`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let other = try LibraryWriter(registeredIn: stores, name: "other")
            _ = try stores.uploads.open(other.newSession(9))
            for seed: UInt8 in 1...3 {
                var session = writer.newSession(seed)
                session.createdAt = LibraryWriter.now.advanced(bySeconds: Int(seed))
                _ = try stores.uploads.open(session)
            }
            let listed = try stores.uploads.list(
                of: writer.device.id, status: nil, now: later, limit: 2)
            #expect(listed.map(\.content) == [writer.hash(3), writer.hash(2)])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a list by status sees an open session past its time as expired`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            var brief = writer.newSession(1)
            brief.expiresAt = later
            _ = try stores.uploads.open(brief)
            _ = try writer.receive(2, in: stores)
            _ = try writer.publish(3, in: stores)
            func listed(_ status: UploadSession.Status, at now: Timestamp) throws -> [ContentHash?]
            {
                try stores.uploads.list(of: writer.device.id, status: status, now: now, limit: 9)
                    .map(\.content)
            }
            #expect(try listed(.receiving, at: LibraryWriter.now) == [writer.hash(1)])
            #expect(try listed(.receiving, at: later) == [])
            #expect(try listed(.expired, at: later) == [writer.hash(1)])
            #expect(try listed(.complete, at: later) == [writer.hash(2)])
            #expect(try listed(.finalized, at: later) == [writer.hash(3)])
            #expect(try listed(.rejected, at: later) == [])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `each acquire draws the next generation`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let session = writer.newSession(1)
            _ = try stores.uploads.open(session)
            #expect(try stores.uploads.acquire(session.id)?.generation == 1)
            #expect(try stores.uploads.acquire(session.id)?.generation == 2)
            #expect(try stores.uploads.acquire(writer.newSession(2).id) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `only the newest generation may save`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let session = writer.newSession(1)
            _ = try stores.uploads.open(session)
            var old = try #require(try stores.uploads.acquire(session.id))
            let new = try #require(try stores.uploads.acquire(session.id))
            old.offset = 50
            #expect(try !stores.uploads.save(old))
            #expect(try stores.uploads.find(session.id) == new)
            #expect(try stores.uploads.save(new))
            #expect(try !stores.uploads.save(writer.newSession(2)))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `saving writes what a holder may change`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            var direct = writer.newSession(1)
            direct.content = nil
            direct.sizeBytes = nil
            _ = try stores.uploads.open(direct)
            var held = try #require(try stores.uploads.acquire(direct.id))
            held.offset = 70
            held.sizeBytes = 80
            held.content = writer.hash(1)
            held.expiresAt = later
            #expect(try stores.uploads.save(held))
            #expect(try stores.uploads.find(direct.id) == held)
            held.status = .rejected
            held.problem = UploadProblem(
                code: .unsupportedAudio, reason: "zip", detail: "No audio.", detectedType: "a/b")
            #expect(try stores.uploads.save(held))
            #expect(try stores.uploads.find(direct.id) == held)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `deleting returns the session as it was, and spares a finalized one`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let session = writer.newSession(1)
            _ = try stores.uploads.open(session)
            #expect(try stores.uploads.delete(session.id) == session)
            #expect(try stores.uploads.delete(session.id) == nil)
            let publication = try writer.receive(2, in: stores)
            _ = try stores.tracks.publish(publication)
            #expect(try stores.uploads.delete(publication.upload)?.status == .finalized)
            #expect(try stores.uploads.find(publication.upload) != nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `sessions whose time was over are forgotten, finalized and later ones kept`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let session = writer.newSession(1)
            _ = try stores.uploads.open(session)
            let publication = try writer.receive(2, in: stores)
            _ = try stores.tracks.publish(publication)
            try stores.uploads.forgetExpired(before: session.expiresAt)
            #expect(try stores.uploads.find(session.id) == session)
            try stores.uploads.forgetExpired(before: session.expiresAt.advanced(bySeconds: 1))
            #expect(try stores.uploads.find(session.id) == nil)
            #expect(try stores.uploads.find(publication.upload) != nil)
        }
    }
}
