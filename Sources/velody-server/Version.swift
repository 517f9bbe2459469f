/// The version of this program.
enum Version {
    static let text = "0.1.0"
}
