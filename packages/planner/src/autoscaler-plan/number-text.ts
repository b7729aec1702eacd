/** A moment in UTC, to the minute. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDigit = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A whole number with separators. */
export const countText = (value: number): string => (Number.isFinite(value) ? digits.format(value) : String(value))

/** A number with at most one digit after the point. */
export const oneDigitText = (value: number): string => (Number.isFinite(value) ? oneDigit.format(value) : String(value))

/** `1.2K`, `30M`: for an axis with little room. */
export const shortText = (value: number): string => short.format(value)

/** `90 s`, `12 min`, `3.5 h`. */
export const durationText = (seconds: number): string =>
  !Number.isFinite(seconds) ? String(seconds)
    : seconds < 120 ? `${countText(seconds)} s`
    : seconds < 7200 ? `${countText(seconds / 60)} min`
    : `${oneDigitText(seconds / 3600)} h`
