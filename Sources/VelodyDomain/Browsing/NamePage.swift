/// One page of albums, artists or genres, by name.
package struct NamePage<Item: Sendable>: Sendable {
    package let items: [Item]
    /// Where the next page begins; nil on the last one.
    package let next: NamePosition?

    package init(items: [Item], next: NamePosition?) {
        self.items = items
        self.next = next
    }
}
