// swift-tools-version: 6.2
import PackageDescription

/// The dialect every Swift target speaks: strict memory safety, explicit imports, no warnings.
let dialect: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// A library target of this package, in the dialect.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: dialect)
}

/// An executable: a composition root.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: dialect)
}

/// A Debian C library, described by a module map.
func system(_ name: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig)
}

/// The tests of one module.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["VelodyTesting"], swiftSettings: dialect)
}

let package = Package(
    name: "velody",
    targets: [
        // What a library is, and what it does.
        library("VelodyDomain"),
        library("VelodyServices", ["VelodyDomain"]),

        // How it is spoken to.
        library("VelodyHTTP"),
        library("VelodyAPI", ["VelodyDomain", "VelodyServices", "VelodyHTTP"]),

        // What it counts of itself, in Prometheus's words.
        library("VelodyMetrics", ["VelodyDomain", "VelodyServices", "VelodyHTTP"]),

        // Adapters: each owns one thing outside, and none knows another.
        library("VelodyCrypto", ["VelodyDomain", "COpenSSL"]),
        library("VelodyFastCGI", ["VelodyHTTP", "CFastCGI"]),
        library("VelodyPostgres", ["VelodyDomain", "CPostgres"]),
        library("VelodyStorage", ["VelodyDomain", "VelodyCrypto", "CLinuxFiles"]),
        library("VelodyMedia", ["VelodyDomain", "CIconv", "CMagic", "CZlib"]),
        library("VelodyRuntime", ["VelodyDomain", "CFence", "CMalloc"]),
        library("VelodyInstance", ["VelodyRuntime"]),

        // What the operator can do, as commands.
        library("VelodyAdministration", ["VelodyDomain", "VelodyServices"]),

        // C libraries: a module map each; CFence is a page of our own C over the kernel's macros.
        system("CFastCGI"),
        system("CIconv"),
        system("CLinuxFiles"),
        system("CMalloc"),
        system("CPostgres", pkgConfig: "libpq"),
        system("CMagic"),
        system("COpenSSL", pkgConfig: "libcrypto"),
        system("CZlib"),
        .target(name: "CFence"),

        // Programs: configuration, wiring, run.
        program(
            "velody-server",
            [
                "VelodyDomain", "VelodyServices", "VelodyHTTP", "VelodyAPI", "VelodyMetrics",
                "VelodyCrypto", "VelodyFastCGI", "VelodyPostgres", "VelodyStorage", "VelodyRuntime",
            ]),
        program("velody-inspect", ["VelodyDomain", "VelodyMedia", "VelodyRuntime"]),
        program("velody-instance", ["VelodyInstance", "VelodyRuntime"]),
        program(
            "velody-admin",
            [
                "VelodyAdministration", "VelodyDomain", "VelodyServices", "VelodyCrypto",
                "VelodyPostgres", "VelodyStorage", "VelodyRuntime",
            ]),

        // Tests. VelodyTesting holds memory adapters and fixtures; VelodyContractTests one suite per
        // port, run on the memory and on the real adapter.
        .target(
            name: "VelodyTesting",
            dependencies: [
                "VelodyDomain", "VelodyServices", "VelodyHTTP", "VelodyCrypto", "VelodyRuntime",
            ],
            path: "Tests/Support", swiftSettings: dialect),
        tests("ArchitectureTests", []),
        tests(
            "VelodyContractTests",
            [
                "VelodyDomain", "VelodyServices", "VelodyPostgres", "VelodyStorage", "VelodyCrypto",
                "VelodyRuntime",
            ]),
        tests("VelodyDomainTests", ["VelodyDomain"]),
        tests("VelodyHTTPTests", ["VelodyHTTP"]),
        tests(
            "VelodyMetricsTests",
            ["VelodyMetrics", "VelodyServices", "VelodyDomain", "VelodyHTTP", "VelodyRuntime"]),
        tests("VelodyCryptoTests", ["VelodyCrypto", "VelodyDomain"]),
        tests("VelodyStorageTests", ["VelodyStorage", "VelodyCrypto", "VelodyDomain"]),
        tests(
            "VelodyServicesTests",
            ["VelodyServices", "VelodyDomain", "VelodyCrypto", "VelodyRuntime"]),
        tests(
            "VelodyAdministrationTests",
            [
                "VelodyAdministration", "VelodyServices", "VelodyStorage", "VelodyDomain",
                "VelodyCrypto",
            ]),
        tests("VelodyAPITests", ["VelodyAPI", "VelodyServices", "VelodyHTTP", "VelodyDomain"]),
        tests(
            "VelodyPostgresTests",
            [
                "VelodyPostgres", "VelodyAPI", "VelodyHTTP", "VelodyDomain", "VelodyServices",
                "VelodyCrypto", "VelodyRuntime", "simulation-worker",
            ]),
        // Killed by the simulator of VelodyPostgresTests, which is why it is a program.
        .executableTarget(
            name: "simulation-worker",
            dependencies: ["VelodyPostgres", "VelodyServices", "VelodyTesting"],
            path: "Tests/SimulationWorker", swiftSettings: dialect),
        tests("VelodyFastCGITests", ["VelodyFastCGI", "VelodyHTTP", "VelodyRuntime"]),
        tests("VelodyMediaTests", ["VelodyMedia", "VelodyDomain", "VelodyRuntime"]),
        tests("VelodyRuntimeTests", ["VelodyRuntime", "VelodyDomain"]),
        tests("VelodyInstanceTests", ["VelodyInstance", "VelodyRuntime"]),
        tests(
            "IntegrationTests", ["VelodyInstance", "VelodyRuntime", "VelodyDomain", "VelodyCrypto"]),
    ],
    swiftLanguageModes: [.v6]
)
