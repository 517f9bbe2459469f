import VelodyRuntime

extension Command {
    /// Runs a step of the setup to its end and returns what it printed, errors included.
    ///
    /// Throws `setup`, naming `step`, when it does not start or does not succeed.
    @discardableResult
    func required(_ step: String, input: String = "/dev/null") throws(InstanceError) -> String {
        var command = self
        command.descriptors[2] = -1
        do {
            let output = try command.output(input: input)
            guard output.status.isSuccess else {
                throw InstanceError(.setup, "\(step) failed (\(output.status)):\n\(output.text)")
            }
            return output.text
        } catch let error as InstanceError {
            throw error
        } catch {
            throw InstanceError(.setup, "\(step) failed: \(error)")
        }
    }
}
