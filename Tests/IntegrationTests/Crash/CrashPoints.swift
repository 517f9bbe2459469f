/// The steps of each operation that last, in their order: before each of them something dies.
enum CrashPoints {
    static func of(_ operation: CrashOperation) -> [String] {
        switch operation {
        default: []
        }
    }
}
