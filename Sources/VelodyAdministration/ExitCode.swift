/// What a command came to, as the process's exit code.
package enum ExitCode: Int32, Sendable {
    /// All is well.
    case fine = 0
    /// Something is wrong: damage was found, or what was asked could not be done.
    case wrong = 1
    /// The command was given wrongly, or the settings are not usable.
    case usage = 2
    /// Database or storage cannot be used at the moment (EX_TEMPFAIL of sysexits.h).
    case tryLater = 75
}
