@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode normalisation form C (UAX #15).
    ///
    /// The standard library keeps its normaliser behind an SPI; FoundationEssentials has none.
    package var precomposed: String {
        String(String.UnicodeScalarView(_nfc))
    }
}
