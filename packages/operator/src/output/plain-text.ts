/**
 * Characters that control a terminal or mislead its reader: C0 without line feed and tab, delete, C1, bidirectional marks and
 * embeddings, and Unicode's line separators.
 */
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The text with each control character as `\u001b`, so that nothing moves the cursor, rings, paints or changes the direction. JSON
 * text stays the same JSON, since there such characters can only be in strings.
 */
export const plainText = (text: string): string => text.replace(commanding, escaped)

/** As one line: for a cell of a table, for example. */
export const plainLine = (text: string): string => plainText(text.replaceAll('\n', ' ').replaceAll('\t', ' '))

/** A plain text in a colour or another style of the terminal (SGR). */
export const painted = (colour: boolean, code: number) => (text: string): string =>
  colour ? `\u001b[${code}m${plainText(text)}\u001b[0m` : plainText(text)
