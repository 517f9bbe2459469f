/// Where a command's words go.
///
/// Confined to one thread.
package final class Console {
    /// How results are told.
    package enum Style: Sendable {
        /// A sentence a line, for a person.
        case text
        /// A JSON object a line, for a program.
        case json
    }

    /// What the process is attached to.
    package struct Surroundings {
        /// Whether results go to a terminal: then they are sentences.
        package var isTerminal: Bool
        /// Whether a bar may be drawn on standard error.
        package var drawsBars: Bool
        /// Writes to standard output.
        package var write: (String) -> Void
        /// Writes to standard error.
        package var writeError: (String) -> Void

        package init(
            isTerminal: Bool, drawsBars: Bool, write: @escaping (String) -> Void,
            writeError: @escaping (String) -> Void
        ) {
            self.isTerminal = isTerminal
            self.drawsBars = drawsBars
            self.write = write
            self.writeError = writeError
        }
    }

    private let surroundings: Surroundings
    private let style: Style
    private var bar: ProgressBar

    /// Tells sentences on a terminal, and objects elsewhere or where `wantsJSON`.
    package init(_ surroundings: Surroundings, wantsJSON: Bool = false) {
        self.surroundings = surroundings
        style = wantsJSON || !surroundings.isTerminal ? .json : .text
        bar = ProgressBar()
    }

    /// Tells one result, on standard output.
    package func tell(_ record: Record) {
        clearBar()
        surroundings.write((style == .text ? record.text : record.json) + "\n")
    }

    /// Says what went wrong, on standard error.
    package func complain(_ sentence: String) {
        clearBar()
        surroundings.writeError("velody-admin: \(sentence)\n")
    }

    /// Says text as it is, on standard output.
    func say(_ text: String) { surroundings.write(text) }

    /// Shows how far a long work is: a bar on a terminal, now and then an object elsewhere.
    package func show(_ progress: Progress) {
        guard bar.isDue(progress) else { return }
        if surroundings.drawsBars {
            surroundings.writeError("\r" + bar.draw(progress) + "\u{1B}[K")
            bar.isDrawn = true
        } else {
            surroundings.writeError(progress.record.json + "\n")
        }
    }

    /// Takes the bar away, so that a line can be written in its place.
    package func clearBar() {
        guard bar.isDrawn else { return }
        bar.isDrawn = false
        surroundings.writeError("\r\u{1B}[K")
    }
}
