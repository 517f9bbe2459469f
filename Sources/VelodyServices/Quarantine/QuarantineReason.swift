import FoundationEssentials
import VelodyDomain

/// The `reason.json` that lies beside a quarantined file.
struct QuarantineReason: Codable {
    let uploadId: String
    let code: String
    let reason: String?
    let detail: String
    let detectedType: String?
    let filename: String
    let deviceId: String
    let quarantinedAt: String

    init(_ problem: UploadProblem, session: UploadSession, at now: Timestamp) {
        uploadId = session.id.description
        code = problem.code.rawValue
        reason = problem.reason
        detail = problem.detail
        detectedType = problem.detectedType
        filename = session.filename
        deviceId = session.device.description
        quarantinedAt = now.rfc3339
    }

    /// Reads the document back; nil where it is not one.
    init?(json: [UInt8]) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = read
    }

    /// The document's bytes, members in a fixed order.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding strings cannot fail; an empty document still marks the file as refused.
        return (try? encoder.encode(self)).map { Array($0) } ?? Array("{}".utf8)
    }
}
