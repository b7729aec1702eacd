/**
 * What a terminal, or whoever reads on it, takes for more than a character: C0 without line feed and tab, delete, C1, the marks and
 * embeddings that turn the direction of a text, and the line separators of Unicode.
 */
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The text with nothing in it that moves a cursor, rings, paints or turns: each such character as `\u001b`. In JSON text such characters
 * stand in strings alone, so that it is the same JSON.
 */
export const plainText = (text: string): string => text.replace(commanding, escaped)

/** In one line: a cell of a table, say. */
export const plainLine = (text: string): string => plainText(text.replaceAll('\n', ' ').replaceAll('\t', ' '))

/** A plain text in a colour, or another look, of the terminal (SGR). */
export const painted = (colour: boolean, code: number) => (text: string): string =>
  colour ? `\u001b[${code}m${plainText(text)}\u001b[0m` : plainText(text)
