import VelodyDomain
import VelodyHTTP
import VelodyServices

extension JSONWriter {
    /// Writes the contract's `Upload`, as it is at `now`.
    mutating func upload(_ session: UploadSession, at now: Timestamp) {
        object { writer in
            writer.member("uploadId", session.id.description)
            writer.member("status", session.status(at: now).rawValue)
            writer.member("offset", session.offset)
            writer.member("sizeBytes", session.sizeBytes)
            writer.member("sha256", session.content?.hex)
            writer.member("filename", session.filename)
            writer.member("expiresAt", session.expiresAt.rfc3339)
            writer.member("trackId", session.result?.track.description)
            writer.member("audioAssetId", session.result?.asset.description)
            writer.name("problem")
            writer.problem(session.problem)
        }
    }

    private mutating func problem(_ problem: UploadProblem?) {
        guard let problem else { return null() }
        let title = ProblemTable.entry(ServiceError.code(of: problem)).title
        object { writer in
            writer.member("code", problem.code.rawValue)
            writer.member("title", title)
            writer.member("detail", problem.detail)
        }
    }

    /// Writes what finalize and the direct upload answer.
    mutating func finished(_ finished: UploadService.Finished) {
        object { writer in
            writer.member("trackId", finished.result.track.description)
            writer.member("audioAssetId", finished.result.asset.description)
            writer.name("created")
            writer.boolean(finished.result.created)
            writer.name("track")
            writer.track(finished.track)
        }
    }

    /// Writes what prepare answers when an upload is needed.
    mutating func opened(_ session: UploadSession, url: String) {
        object { writer in
            writer.member("status", "upload")
            writer.member("uploadId", session.id.description)
            writer.member("offset", session.offset)
            writer.member("sizeBytes", session.sizeBytes)
            writer.member("expiresAt", session.expiresAt.rfc3339)
            writer.member("uploadUrl", url)
        }
    }

    /// Writes what prepare answers when the library has the content.
    mutating func existing(_ track: Track, asset: AudioAssetID) {
        object { writer in
            writer.member("status", "exists")
            writer.member("trackId", track.id.description)
            writer.member("audioAssetId", asset.description)
            writer.name("track")
            writer.track(track)
        }
    }
}
