import VelodyHTTP

/// `GET /metrics`, which the web server shows to its own host alone.
struct MetricsRoute {
    /// Renders the page and says its media type.
    let render: () -> (text: String, type: String)

    func add(to routes: inout Routes) {
        routes.add(
            .get, "/metrics",
            Endpoint(
                lane: .api,
                action: .open { _ in
                    let page = render()
                    var response = Response(.ok, body: Array(page.text.utf8))
                    response.fields.set("Content-Type", page.type)
                    return response
                }))
    }
}
