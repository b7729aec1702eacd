const isTexts = (json: unknown): json is readonly string[] => Array.isArray(json) && json.every(it => typeof it === 'string')

/** A JSON list of texts: each is one argument, whatever quotes and blanks it has (U17). Null: another text. */
const listIn = (text: string): readonly string[] | null => {
  if (!text.trim().startsWith('[')) return null
  try {
    const json: unknown = JSON.parse(text)
    return isTexts(json) ? json : null
  } catch {
    return null
  }
}

/**
 * The arguments in one text, as Flink took it apart up to 1.20: at white space that no pair of quotes encloses; quotes go, wherever they
 * stand, and nothing escapes them. Flink 2 ignores the text, and runs the job without its arguments: it is sent as a list
 * (docs/flink-rest-traps.md). A quote inside an argument can be written in a JSON list alone.
 */
export const argumentsIn = (text: string): readonly string[] =>
  listIn(text) ?? [...text.matchAll(/(?:[^"']\S*|".+?"|'.+?')\s*/gu)].map(([token]) => token.trim().replaceAll(/["']/gu, ''))
