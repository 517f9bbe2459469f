/// A date of the proleptic Gregorian calendar.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int
    private let daysSinceEpoch: Int

    /// Converts a count of days since 1970-01-01.
    ///
    /// Eras of 400 years, years beginning in March: the leap day is then the last of its year.
    init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `Mon`, as HTTP dates want it.
    var weekdayName: String {
        let weekday = (daysSinceEpoch % 7 + 11) % 7
        return ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday]
    }

    /// `Nov`, as HTTP dates want it.
    var monthName: String {
        [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun",
            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][month - 1]
    }
}
