import FoundationEssentials
import Glibc
package import VelodyDomain

/// What a worker says to a job: a letter, the length in four bytes, and a report as JSON.
package enum InspectionAnswer: Equatable {
    /// The report before the tags were opened; another answer follows, unless the worker dies.
    case scanned(InspectionReport)
    /// The whole report.
    case final(InspectionReport)
    /// The file could not be read, or the picture not be written.
    case failed

    /// In bytes: a longer report is not taken.
    static let sizeLimit = 1 << 20

    /// The bytes that travel.
    package var bytes: [UInt8] {
        let (letter, report): (UInt8, InspectionReport?) =
            switch self {
            case .scanned(let report): (UInt8(ascii: "S"), report)
            case .final(let report): (UInt8(ascii: "F"), report)
            case .failed: (UInt8(ascii: "X"), nil)
            }
        let json = report.flatMap { try? JSONEncoder().encode($0) } ?? Data()
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: json.count >> $0) }
        return [letter] + size + json
    }

    /// Takes one whole answer from the front of what was read so far; nil if there is none yet.
    ///
    /// Throws `workerLost` over bytes that no worker sends.
    static func take(from buffer: inout [UInt8]) throws(InspectionError) -> InspectionAnswer? {
        guard buffer.count >= 5 else { return nil }
        let size = buffer[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard size <= sizeLimit else { throw InspectionError(.workerLost, "answer too long") }
        guard buffer.count >= 5 + size else { return nil }
        let (letter, json) = (buffer[0], Data(buffer[5..<5 + size]))
        buffer.removeFirst(5 + size)
        if letter == UInt8(ascii: "X") { return .failed }
        guard let report = try? JSONDecoder().decode(InspectionReport.self, from: json) else {
            throw InspectionError(.workerLost, "answer is no report")
        }
        return letter == UInt8(ascii: "S") ? .scanned(report) : .final(report)
    }
}
