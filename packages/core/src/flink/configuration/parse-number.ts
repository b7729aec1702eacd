/** A Java `int`: decimal digits with an optional sign, 32 bits; null for anything else (api-and-config.md, section 3.3). */
export const parseInteger = (text: string): number | null => {
  if (!/^[+-]?\d+$/.test(text)) return null
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 31 ? value + 0 : null
}

/** A Java `double` in decimal form; blanks around it are allowed. Null for anything else, including Java's hexadecimal form. */
export const parseDouble = (text: string): number | null => {
  const trimmed = text.trim()
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/.test(trimmed)) return Number(trimmed.replace(/[dDfF]$/, ''))
  if (/^[+-]?Infinity$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity
  return trimmed === 'NaN' ? NaN : null
}
