import Testing

@testable import VelodyInstance

struct SettingsTests {
    private func settings(
        _ options: [String] = [], _ environment: [String: String] = [:]
    ) throws(InstanceError) -> Settings {
        try Settings(
            options: options, environment: environment, directory: "/work", program: "/work/bin")
    }

    @Test func `without a word it lives in .velody on port 8443`() throws {
        let settings = try settings()
        #expect(settings.layout.home == "/work/.velody")
        #expect(settings.address == "https://127.0.0.1:8443")
        #expect(settings.binaries == "/work/bin")
    }

    @Test func `the environment chooses folder and port, an option wins`() throws {
        let environment = ["VELODY_HOME": "here/", "VELODY_PORT": "9000"]
        #expect(try settings([], environment).layout.home == "/work/here")
        #expect(try settings([], environment).port == 9000)
        #expect(try settings(["--home", "/there"], environment).layout.home == "/there")
    }

    @Test(arguments: ["0", "-1", "65536", "http", ""])
    func `a port that is none is refused`(port: String) {
        #expect { try settings([], ["VELODY_PORT": port]) } throws: {
            ($0 as? InstanceError)?.code == .usage
        }
    }

    @Test(arguments: ["a\"b", "a\\b", "a$b", "a@b", "a,b", "a\nb"])
    func `a home that no configuration could name is refused`(home: String) {
        #expect { try settings([], ["VELODY_HOME": home]) } throws: {
            ($0 as? InstanceError)?.code == .usage
        }
    }

    @Test(arguments: [["--nonsense"], ["--home"], ["extra"]])
    func `options it does not know are refused`(options: [String]) {
        #expect { try settings(options) } throws: { ($0 as? InstanceError)?.code == .usage }
    }
}
