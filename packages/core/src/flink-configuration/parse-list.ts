import { quoted, splitQuoted } from './structured-text.ts'

/** A list: elements between `;`, quoted where needed. Null: bad quoting (api-and-config.md, section 3.3). */
export const parseList = (text: string): readonly string[] | null => splitQuoted(text, ';')

/** The text that `parseList` reads back. */
export const printList = (elements: readonly string[]): string => elements.map(element => quoted(element, ';')).join(';')
