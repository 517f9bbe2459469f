import VelodyDomain
import VelodyHTTP

/// A request's body as the source of an upload.
final class BodySource: ByteSource {
    private let body: any RequestBody

    init(_ body: any RequestBody) { self.body = body }

    func read(into buffer: inout [UInt8]) throws(SourceCut) -> Int {
        do { return try body.read(into: &buffer) } catch { throw SourceCut() }
    }

    func makeInterrupt() -> @Sendable () -> Void {
        let interrupter = body.makeInterrupter()
        return { interrupter.interrupt() }
    }
}
