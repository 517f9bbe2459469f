/// An encoding that tags were written in without saying so, as the owner of a file names it.
///
/// The names are those of the WHATWG's encoding standard, and so is what they stand for: `gbk` reads
/// all of GB 18030, `iso-8859-1` is Windows-1252. None is ever renamed.
package enum LegacyEncoding: String, CaseIterable, Codable, Sendable {
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case windows874 = "windows-874"
    case koi8r = "koi8-r"
    case koi8u = "koi8-u"
    case ibm866
    case macintosh
    case macCyrillic = "x-mac-cyrillic"
    case iso1 = "iso-8859-1"
    case iso2 = "iso-8859-2"
    case iso3 = "iso-8859-3"
    case iso4 = "iso-8859-4"
    case iso5 = "iso-8859-5"
    case iso6 = "iso-8859-6"
    case iso7 = "iso-8859-7"
    case iso8 = "iso-8859-8"
    case iso9 = "iso-8859-9"
    case iso10 = "iso-8859-10"
    case iso13 = "iso-8859-13"
    case iso14 = "iso-8859-14"
    case iso15 = "iso-8859-15"
    case iso16 = "iso-8859-16"
    case shiftJIS = "shift_jis"
    case eucJP = "euc-jp"
    case gbk
    case big5
    case eucKR = "euc-kr"
}
