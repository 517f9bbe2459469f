import Glibc
import VelodyDomain

// Compiled into VelodyMedia by .ci/fuzz, which gives libFuzzer its main function; no target of
// the package.

/// A file that lives in memory, and is gone with the process.
private func memoryFile(_ name: String) -> Int32 {
    let path = "/dev/shm/velody-fuzz-\(getpid())-\(name)"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    unsafe unlink(path)
    return descriptor
}

private let audio = memoryFile("audio")
private let picture = memoryFile("picture")

/// An encoding that somebody names, or none: it follows from the size, so that it stays the same.
private func legacyText(_ size: Int) -> LegacyText {
    let encodings = LegacyEncoding.allCases
    guard size % 2 == 1 else { return LegacyText() }
    return LegacyText(LegacyDecoder.open(encodings[size / 2 % encodings.count]))
}

/// Scans the input, and reads all its tags, whatever the scan thinks of it.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    ftruncate(audio, 0)
    ftruncate(picture, 0)
    guard unsafe pwrite(audio, data, size, 0) == size else { fatalError("no memory file") }
    do throws(MediaError) {
        var file = try FileWindow.open(audio)
        let scan = try SongScan.scan(&file)
        let tags = try TagReader(scan.places, legacyText(size), of: &file)
        guard let chosen = try CoverChoice(from: tags.pictures, &file).picture else { return 0 }
        let written = try PictureSink.write(chosen.source, to: picture, from: &file)
        precondition(written <= CoverChoice.sizeLimit)
    } catch {
        precondition(error.code == .tagsUnreadable, error.diagnostic)
    }
    return 0
}
