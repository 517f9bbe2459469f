import VelodyDomain
import VelodyHTTP

/// One request on its way through its route.
struct Call {
    let request: Request
    let parameters: PathParameters
    /// Where it is answered.
    let lane: Lane

    /// The `{id}` of the path; a malformed one names nothing.
    func id<Entity>(_ type: Identifier<Entity>.Type) throws -> Identifier<Entity> {
        guard let id = parameters.raw("id").flatMap({ type.init($0) }) else {
            throw APIError.notFound
        }
        return id
    }
}
