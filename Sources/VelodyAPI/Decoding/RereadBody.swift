import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /tracks/{id}/reread`.
struct RereadBody: Decodable {
    var encoding: String?
    var dropEdits: Bool?

    func wish() throws(RequestError) -> RereadService.Wish {
        var checks = Checks()
        let named = encoding.flatMap { LegacyEncoding(rawValue: $0.lowercased()) }
        if encoding != nil, named == nil {
            let known = LegacyEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            checks.complain("/encoding", "must be one of \(known)")
        }
        try checks.finish()
        return RereadService.Wish(encoding: named, dropsEdits: dropEdits ?? false)
    }
}
