/// Reads the library in pages, for browsing.
///
/// Confined to the thread that made it. Every page is of one moment, or of two that follow each other
/// where it goes on to tracks without a value. Pages that follow each other hold nothing twice and miss
/// nothing that was there, in its place, all the while; what is given another place meanwhile may be in
/// both or in neither, even of one such page.
package protocol CatalogStore {
    /// Tells the tracks that `query` asks for to `sink`, from the first one after `after`.
    ///
    /// At most `limit`, and none after the sink wants no more.
    /// - Returns: where the next page begins; nil on the last one.
    func tracks(
        _ query: TrackQuery, after: TrackPosition?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> TrackPosition?

    /// Albums by name and artist; `search` holds words that these must hold between them.
    func albums(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Album>

    /// Artists by name; `search` holds words that it must hold.
    func artists(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Artist>

    /// Genres by name; `search` holds words that it must hold.
    func genres(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Genre>
}
