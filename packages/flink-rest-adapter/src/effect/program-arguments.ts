const isTexts = (json: unknown): json is readonly string[] => Array.isArray(json) && json.every(it => typeof it === 'string')

/** A JSON list of texts: each is one argument, with any quotes and blanks (U17). Null: another text. */
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
 * Splits the arguments as Flink up to 1.20 did: at white space outside of quotes. All quotes are removed, and nothing escapes them.
 * Flink 2 ignores a single text and runs the job without arguments, so a list is sent (docs/flink-rest-traps.md). An argument with a
 * quote can only be written in a JSON list.
 */
export const argumentsIn = (text: string): readonly string[] =>
  listIn(text) ?? [...text.matchAll(/(?:[^"']\S*|".+?"|'.+?')\s*/gu)].map(([token]) => token.trim().replaceAll(/["']/gu, ''))
