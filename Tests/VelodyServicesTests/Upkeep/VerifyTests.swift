import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Comparing the library with the database.
@Suite struct VerifyTests {
    private let server: MemoryServer
    private let song: [UInt8] = [1, 2]
    private var name: String {
        "library/" + server.storage.blobs.location(of: server.content(song))
    }

    /// A library with two songs, whose files are a day and more old.
    init() throws {
        server = try MemoryServer()
        try server.upload([1, 2])
        try server.upload([3, 4])
        server.clock.advance(seconds: 90_000)
    }

    @discardableResult private func verify(
        _ options: VerifyService.Options = .init()
    ) throws -> (findings: [Finding], standing: VerifyService.Standing) {
        var findings: [Finding] = []
        let standing = try server.verification().run(options) {
            findings.append($0)
        } advance: {
            _ in
        }
        return (findings, standing)
    }

    private func repair() throws -> (findings: [Finding], standing: VerifyService.Standing) {
        var options = VerifyService.Options()
        options.repairs = true
        return try verify(options)
    }

    private var allLost: VerifyService.Options {
        var options = VerifyService.Options()
        options.believesLoss = true
        return options
    }

    private func damaged() throws -> Int {
        try server.database.makeStores().state.damagedBlobs()
    }

    @Test func `a library as it should be has no finding, and every byte was read`() throws {
        let (findings, standing) = try verify()
        #expect(findings == [])
        #expect(standing.wrong == 0)
        #expect(standing.done == 2)
        #expect(standing.total == 2)
        #expect(standing.bytes == 4)
        #expect(standing.after == 255)
    }

    @Test(
        arguments: [
            (nil, Finding.Kind.missing), ([1], .wrongSize), ([1, 3], .wrongHash),
        ] as [([UInt8]?, Finding.Kind)])
    func `damage is found, noted, and healed by uploading the same file again`(
        bytes: [UInt8]?, kind: Finding.Kind
    ) throws {
        server.storage.damage(server.content(song), bytes)
        let (findings, standing) = try verify()
        let hash = server.hash(song)
        #expect(
            findings == [
                Finding(kind: kind, path: name, content: hash, outcome: .uploadAgain)
            ])
        #expect(standing.wrong == 1)
        #expect(try damaged() == 1)
        // A prepare no longer says that it exists, although a file of that size may be there.
        let events = try server.events()
        #expect(try !server.upload(song).isNew)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(try damaged() == 0)
        #expect(try server.events() == events)
        #expect(try verify().findings == [])
    }

    @Test func `a file that cannot be read is damaged, not missing`() throws {
        server.storage.faults.fail(
            "digest(_:read:)", isLasting: true, with: StorageError(.unavailable, "EIO"))
        #expect(try verify().findings.map(\.kind) == [.unreadable, .unreadable])
        server.storage.faults.heal()
        let (findings, standing) = try verify()
        #expect(findings.map(\.kind) == [.whole, .whole])
        #expect(standing.wrong == 0)
        #expect(try damaged() == 0)
    }

    /// PL1.
    @Test func `a storage that is gone, or empty, notes nothing`() throws {
        server.storage.faults.fail(
            "files(in:)", with: StorageError(.unavailable, "not a storage root"))
        #expect(refusal { try verify() }?.code == .unavailable)
        for bytes: [UInt8] in [[1, 2], [3, 4]] { server.storage.damage(server.content(bytes), nil) }
        #expect(refusal { try verify() }?.code == .unavailable)
        #expect(try damaged() == 0)
    }

    /// PL1: only its owner knows that it does not come back.
    @Test func `what is said to be lost altogether is noted, and taken again`() throws {
        for bytes: [UInt8] in [[1, 2], [3, 4]] { server.storage.damage(server.content(bytes), nil) }
        #expect(refusal { try server.upload([1, 2]) }?.code == .unavailable)
        let round = try verify(allLost)
        #expect(round.findings.map(\.outcome) == [.uploadAgain, .uploadAgain])
        #expect(try damaged() == 2)
        try server.upload([1, 2])
        #expect(try damaged() == 1)
    }

    /// PL1.
    @Test func `of another library's storage nothing is said to be lost`() throws {
        let other = server.over(MemoryStorage(clock: server.clock))
        #expect(
            refusal {
                _ = try other.verification().run(allLost, tell: { _ in }, advance: { _ in })
            }?.code
                == .unavailable)
        #expect(try damaged() == 0)
    }

    @Test func `a storage that goes away in between stops it, and its files are not missing`()
        throws
    {
        server.storage.faults.fail(
            "file(of:)", isLasting: true, with: StorageError(.unavailable, "EIO"))
        #expect(refusal { try verify() }?.code == .unavailable)
        #expect(try damaged() == 0)
    }

    @Test func `wrong access is told, and repaired where that is asked for`() throws {
        server.storage.close(server.content(song))
        #expect(try verify().findings.map(\.outcome) == [.repair])
        #expect(try repair().findings.map(\.outcome) == [.repaired])
        #expect(try verify().findings == [])
    }

    @Test(arguments: [true, false])
    func `an orphan counts once it is old, and is left for collecting, or by hand if unheard of`(
        isHeardOf: Bool
    ) throws {
        let orphan = server.content([9])
        if isHeardOf { _ = try server.open([9]) }
        server.storage.put([9], at: server.storage.blobs.location(of: orphan))
        #expect(try verify().findings == [])
        server.clock.advance(seconds: 90_000)
        let findings = try repair().findings
        #expect(findings.map(\.kind) == [.orphan])
        #expect(findings.map(\.outcome) == [isHeardOf ? .collect : .byHand])
        #expect(server.storage.blob(orphan) == [9])
    }

    @Test func `what was to replace a damaged file is left to collecting`() throws {
        let id = UploadID(random: [UInt8](repeating: 7, count: 16))
        let leaf = server.storage.blobs.location(of: server.content(song)).split(separator: "/")
        server.storage.put([9], at: (leaf.dropLast() + [".\(id)"]).joined(separator: "/"))
        server.clock.advance(seconds: 90_000)
        let findings = try verify().findings
        #expect(findings.map(\.kind) == [.orphan])
        #expect(findings.map(\.outcome) == [.collect])
    }

    @Test func `a stray that is just what is missing takes its place; any other is left alone`()
        throws
    {
        server.storage.damage(server.content(song), [7])
        server.storage.put(song, at: "rescued.mp3")
        server.storage.put([3, 4], at: "twice.mp3")
        server.clock.advance(seconds: 90_000)
        try verify()
        #expect(try damaged() == 1)
        let (findings, standing) = try repair()
        #expect(findings.map(\.outcome) == [.repaired, .byHand])
        #expect(standing.wrong == 1)
        #expect(try damaged() == 0)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(server.storage.blobNames.contains("twice.mp3"))
        #expect(!server.storage.blobNames.contains("rescued.mp3"))
    }

    @Test func `it goes on after where it came to`() throws {
        server.storage.damage(server.content(song), nil)
        var options = VerifyService.Options()
        options.after = server.hash(song).bytes[0]
        #expect(try verify(options).findings == [])
        options.after = server.hash(song).bytes[0] - 1
        #expect(try verify(options).findings.map(\.kind) == [.missing])
    }

    @Test func `it reads no more a second than it may`() throws {
        let clock = server.clock
        var waited = 0.0
        var options = VerifyService.Options()
        options.bytesPerSecond = 2
        let verification = server.verification { seconds in
            waited += seconds
            clock.advance(seconds: Int(seconds))
        }
        _ = try verification.run(options, tell: { _ in }, advance: { _ in })
        #expect(waited == 2)
    }

    @Test func `what is uploaded meanwhile is neither orphan nor missing`() throws {
        var options = VerifyService.Options()
        options.grace = 0
        let server = server
        var count: UInt8 = 10
        let standing = try server.verification().run(options, tell: { _ in }) { _ in
            count &+= 1
            _ = try? server.upload([count, count])
        }
        #expect(standing.wrong == 0)
    }
}
