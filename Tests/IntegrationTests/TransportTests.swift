import FoundationEssentials
import Testing
import VelodyRuntime

/// The line is what Mozilla's "intermediate" profile asks for, version 5.7.
@Suite(.instance) struct TransportTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// What `openssl s_client` says of a connection; its own limits are taken away.
    private func handshake(_ words: [String]) throws -> String {
        var command = Command(
            "timeout",
            [
                "20", "openssl", "s_client", "-connect", "127.0.0.1:\(instance.port)", "-CAfile",
                instance.certificate,
            ] + words)
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        command.descriptors[2] = nothing.number
        return try command.output(input: "/dev/null").text
    }

    private func expectRefused(_ words: [String]) throws {
        #expect(try handshake(words).contains("Cipher is (NONE)"), "\(words)")
    }

    /// N10.
    @Test(arguments: ["-tls1", "-tls1_1"])
    func `old versions of TLS are refused`(version: String) throws {
        try expectRefused([version, "-cipher", "ALL:@SECLEVEL=0"])
    }

    /// N10.
    @Test(arguments: [
        "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA256",
        "ECDHE-ECDSA-AES256-SHA384", "ECDHE-ECDSA-AES128-CCM", "ECDHE-ECDSA-CAMELLIA128-SHA256",
        "ECDHE-ECDSA-NULL-SHA", "AES128-SHA:AES256-SHA:AES128-GCM-SHA256", "kRSA:kDHE:kPSK",
        "aNULL:eNULL", "AECDH",
    ])
    func `weak ciphers are refused`(ciphers: String) throws {
        try expectRefused(["-tls1_2", "-cipher", ciphers + ":@SECLEVEL=0"])
    }

    /// N10.
    @Test(arguments: [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384",
        "ECDHE-ECDSA-CHACHA20-POLY1305",
    ])
    func `good ciphers of TLS 1.2 are taken, without a ticket`(cipher: String) throws {
        let text = try handshake(["-tls1_2", "-cipher", cipher])
        #expect(text.contains("New, TLSv1.2, Cipher is \(cipher)"))
        #expect(text.contains("Verify return code: 0 (ok)"))
        #expect(text.contains("Session-ID: ") && !text.contains("TLS session ticket"))
    }

    /// N10.
    @Test(arguments: [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ])
    func `all ciphers of TLS 1.3 are taken`(cipher: String) throws {
        let text = try handshake(["-tls1_3", "-ciphersuites", cipher])
        #expect(text.contains("New, TLSv1.3, Cipher is \(cipher)"))
    }

    /// N10.
    @Test(arguments: [("X25519", true), ("P-256", true), ("P-384", true), ("P-521", false)])
    func `keys are agreed upon by Mozilla's curves`(curve: String, isTaken: Bool) throws {
        let text = try handshake(["-tls1_3", "-groups", curve])
        #expect(text.contains("Cipher is (NONE)") != isTaken)
    }

    /// N10.
    @Test(arguments: [("h2,http/1.1", "h2"), ("http/1.1", "http/1.1")])
    func `HTTP 2 is agreed upon where the client knows it`(
        offered: String, chosen: String
    ) throws {
        #expect(try handshake(["-alpn", offered]).contains("ALPN protocol: \(chosen)\n"))
    }
}
