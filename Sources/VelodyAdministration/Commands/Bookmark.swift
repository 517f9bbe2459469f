import FoundationEssentials
import VelodyServices

/// A file that remembers how far a long work came: two hex digits.
struct Bookmark {
    let path: String

    /// Nil where there is no file; throws where it holds something else.
    func read() throws(ServiceError) -> UInt8? {
        guard let data = FileManager().contents(atPath: path) else { return nil }
        let text = String(decoding: data, as: UTF8.self).filter { !$0.isNewline }
        guard let place = Self.place(text) else {
            throw ServiceError(.invalidRequest, "The state file holds something else.")
        }
        return place
    }

    /// Best effort: what cannot be remembered is done once more.
    func write(_ place: UInt8?) {
        guard let place else { return }
        let text = (place < 16 ? "0" : "") + String(place, radix: 16) + "\n"
        try? Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Once all is done.
    func remove() { try? FileManager().removeItem(atPath: path) }

    /// Reads two hex digits.
    static func place(_ text: String) -> UInt8? {
        text.utf8.count == 2 ? UInt8(text, radix: 16) : nil
    }
}
