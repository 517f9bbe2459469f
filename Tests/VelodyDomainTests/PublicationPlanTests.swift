import Testing
import VelodyDomain

/// What publishing does, decided from what the library holds.
@Suite struct PublicationPlanTests {
    private let track = TrackID(random: [UInt8](repeating: 1, count: 16))
    private let other = TrackID(random: [UInt8](repeating: 2, count: 16))
    private let asset = AudioAssetID(random: [UInt8](repeating: 3, count: 16))

    private func decide(
        _ target: TrackID?, isPrimary: Bool, isDeleted: Bool, targetIsDeleted: Bool? = nil
    ) -> PublicationPlan {
        let owner = PublicationPlan.Holdings.Owner(
            track: track, asset: asset, isPrimary: isPrimary, isDeleted: isDeleted)
        return .decide(
            target: target, holdings: .init(owner: owner, targetIsDeleted: targetIsDeleted))
    }

    @Test func `new content makes a track, or replaces the named one's audio`() {
        let nothing = PublicationPlan.Holdings(owner: nil, targetIsDeleted: nil)
        #expect(PublicationPlan.decide(target: nil, holdings: nothing) == .create)
        let live = PublicationPlan.Holdings(owner: nil, targetIsDeleted: false)
        #expect(
            PublicationPlan.decide(target: track, holdings: live)
                == .replaceAudio(of: track, event: .update))
        let dead = PublicationPlan.Holdings(owner: nil, targetIsDeleted: true)
        #expect(
            PublicationPlan.decide(target: track, holdings: dead)
                == .replaceAudio(of: track, event: .restore))
    }

    @Test func `known content stays where it is`() {
        #expect(decide(nil, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(track, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(other, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(other, isPrimary: false, isDeleted: true) == .keep(track, asset: asset))
    }

    @Test func `a superseded asset of the same track becomes primary again`() {
        #expect(
            decide(track, isPrimary: false, isDeleted: false)
                == .promote(asset, of: track, event: .update))
    }

    @Test func `a deleted track's content brings it back`() {
        #expect(decide(nil, isPrimary: true, isDeleted: true) == .revive(track, asset: asset))
    }
}
