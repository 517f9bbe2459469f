import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The body of `POST /tracks/{id}/reread`.
struct RereadBody: Decodable {
    var encoding: Member<String>
    var dropEdits: Member<Bool>

    func wish() throws(RequestError) -> RereadService.Wish {
        var checks = Checks()
        var named: LegacyEncoding?
        if let name = checks.optional("/encoding", encoding) {
            named = LegacyEncoding(rawValue: name.lowercased())
            let known = LegacyEncoding.allCases.map(\.rawValue).joined(separator: ", ")
            if named == nil { checks.complain("/encoding", "must be one of \(known)") }
        }
        let dropsEdits = checks.optional("/dropEdits", dropEdits) ?? false
        try checks.finish()
        return RereadService.Wish(encoding: named, dropsEdits: dropsEdits)
    }
}
