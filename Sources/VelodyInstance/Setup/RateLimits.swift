/// How often clients may come: what the words of nginx's template are filled with.
struct RateLimits {
    /// The words and their values.
    let words: [String: String]

    /// The limits of production, or what the environment says: `STRANGERS_PER_MINUTE`, which the
    /// server reads too, and `…_RATE` and `…_BURST` of `DEVICE`, `ADDRESS` and `OVERALL`.
    init(_ environment: [String: String]) {
        func number(_ name: String, _ standard: Int) -> Int {
            environment[name].flatMap { Int($0) } ?? standard
        }
        let strangers = max(1, number("STRANGERS_PER_MINUTE", 20))
        words = [
            "STRANGERS_PER_MINUTE": String(strangers), "STRANGER_BURST": String(strangers - 1),
            "DEVICE_RATE": String(number("DEVICE_RATE", 50)),
            "DEVICE_BURST": String(number("DEVICE_BURST", 200)),
            "ADDRESS_RATE": String(number("ADDRESS_RATE", 200)),
            "ADDRESS_BURST": String(number("ADDRESS_BURST", 400)),
            "OVERALL_RATE": String(number("OVERALL_RATE", 500)),
            "OVERALL_BURST": String(number("OVERALL_BURST", 1_000)),
        ]
    }
}
