import VelodyRuntime

/// The self-signed certificate of an instance, kept across runs so that clients go on trusting it.
struct Certificate: Sendable {
    let layout: Layout

    /// Makes key and certificate (P-256, ten years, for this machine) unless they are there.
    func make() throws(InstanceError) {
        let files = FileSystem()
        guard !files.exists(layout.certificate) || !files.exists(layout.certificateKey) else {
            return
        }
        try files.directory(layout.home + "/tls", mode: 0o755)
        let names = "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1"
        try Command(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-days", "3650", "-subj", "/CN=Velody on localhost", "-addext", names,
                "-keyout", layout.certificateKey, "-out", layout.certificate,
            ]
        ).required("making the certificate")
        try files.setAccess(layout.certificateKey, mode: 0o600)
        try files.setAccess(layout.certificate, mode: 0o644)
    }
}
