import Testing
import VelodyDomain

/// What publishing does, decided from what the library holds.
@Suite struct PublicationPlanTests {
    private let track = TrackID(random: [UInt8](repeating: 1, count: 16))
    private let other = TrackID(random: [UInt8](repeating: 2, count: 16))
    private let asset = AudioAssetID(random: [UInt8](repeating: 3, count: 16))

    private func decide(_ target: TrackID?, isPrimary: Bool, isDeleted: Bool) -> PublicationPlan {
        let owner = PublicationPlan.Owner(
            track: track, asset: asset, isPrimary: isPrimary, isDeleted: isDeleted)
        return .decide(target: target, owner: owner)
    }

    @Test func `new content makes a track, or replaces the named one's audio`() {
        #expect(PublicationPlan.decide(target: nil, owner: nil) == .create)
        #expect(PublicationPlan.decide(target: track, owner: nil) == .replaceAudio(of: track))
    }

    @Test func `known content stays where it is`() {
        #expect(decide(nil, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(track, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(other, isPrimary: true, isDeleted: false) == .keep(track, asset: asset))
        #expect(decide(other, isPrimary: false, isDeleted: true) == .keep(track, asset: asset))
    }

    @Test func `a superseded asset becomes primary again where its track is named`() {
        #expect(decide(track, isPrimary: false, isDeleted: false) == .promote(asset, of: track))
        #expect(decide(nil, isPrimary: false, isDeleted: false) == .keep(track, asset: asset))
    }

    @Test func `a deleted track's content brings it back`() {
        #expect(decide(nil, isPrimary: true, isDeleted: true) == .revive(track, asset: asset))
        #expect(decide(nil, isPrimary: false, isDeleted: true) == .promote(asset, of: track))
        #expect(decide(track, isPrimary: false, isDeleted: true) == .promote(asset, of: track))
    }
}
