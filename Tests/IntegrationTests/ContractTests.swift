import FoundationEssentials
import Testing

/// The contract is served as it is in the documentation.
@Suite(.instance) struct ContractTests {
    @Test(arguments: ["GET", "HEAD"])
    func `anybody gets the contract`(method: String) throws {
        let instance = try #require(RunningInstance.ofSuite)
        let answer = try instance.http(method, "/api/v1/openapi.yaml")
        let path = InstanceLaunch.checkout + "/docs/openapi.yaml"
        let contract = [UInt8](try #require(FileManager().contents(atPath: path)))
        #expect(answer.status == 200)
        #expect(answer.value("content-type") == "application/yaml")
        #expect(answer.value("content-length") == String(contract.count))
        #expect(answer.body == (method == "HEAD" ? [] : contract))
        #expect(answer.value("x-request-id") != nil)
    }
}
