import VelodyDomain
import VelodyServices

/// `velody-admin doctor`.
struct DoctorOrder: Order {
    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        let diagnoses = tools.consultation().examine()
        for diagnosis in diagnoses { console.tell(Self.record(of: diagnosis)) }
        let wrong = diagnoses.count { $0.verdict == .wrong }
        let doubtful = diagnoses.count { $0.verdict == .doubtful }
        console.tell(
            Record(
                "summary", Self.summary(wrong: wrong, doubtful: doubtful),
                [
                    ("wrong", .integer(Int64(wrong))), ("doubtful", .integer(Int64(doubtful))),
                    ("checks", .integer(Int64(diagnoses.count))),
                ]))
        return wrong == 0 ? .fine : .wrong
    }

    private static func record(of diagnosis: Diagnosis) -> Record {
        let mark =
            switch diagnosis.verdict {
            case .fine: "ok      "
            case .doubtful: "look at "
            case .wrong: "WRONG   "
            case .unseen: "unseen  "
            }
        let remedy = diagnosis.remedy.map { "\n          → \($0)" } ?? ""
        return Record(
            "diagnosis", "\(mark)  \(diagnosis.finding)\(remedy)",
            [
                ("check", .text(diagnosis.check)), ("verdict", .text(diagnosis.verdict.rawValue)),
                ("finding", .text(diagnosis.finding)), ("remedy", .text(diagnosis.remedy)),
            ])
    }

    private static func summary(wrong: Int, doubtful: Int) -> String {
        switch (wrong, doubtful) {
        case (0, 0): "All is well."
        case (0, _): "Nothing is wrong; \(doubtful) to look at."
        case (_, 0): "\(wrong) wrong."
        default: "\(wrong) wrong, and \(doubtful) to look at."
        }
    }
}
