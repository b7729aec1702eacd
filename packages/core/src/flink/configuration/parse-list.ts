import { quoted, splitQuoted } from './structured-text.ts'

/** Parses a list: elements separated by `;`, quoted if needed. Null: bad quoting (api-and-config.md, section 3.3). */
export const parseList = (text: string): readonly string[] | null => splitQuoted(text, ';')

/** Prints a list so that `parseList` returns it. */
export const printList = (elements: readonly string[]): string => elements.map(element => quoted(element, ';')).join(';')
