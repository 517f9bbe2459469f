extension Command {
    /// What a program writes, to either output; nil where it is missing or, unless `evenFailing`,
    /// fails.
    func said(evenFailing: Bool = false) -> String? {
        var command = self
        command.descriptors[2] = -1
        guard let output = try? command.output() else { return nil }
        return output.status.isSuccess || evenFailing ? output.text : nil
    }
}
