import VelodyRuntime

extension RunningInstance {
    /// Runs `velody-admin` on it, as the operator does; errors are in the output too.
    func admin(_ words: String...) throws -> Command.Output {
        var command = Command(home + "/bin/admin", words)
        command.descriptors[2] = -1
        return try command.output()
    }
}
