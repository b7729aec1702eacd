/**
 * The arguments in one text, as Flink took it apart up to 1.20: at white space that no pair of quotes encloses; quotes go, wherever they
 * stand, and nothing escapes them. Flink 2 ignores the text, and runs the job without its arguments: it is sent as a list
 * (docs/flink-rest-traps.md).
 */
export const argumentsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^"']\S*|".+?"|'.+?')\s*/gu)].map(([token]) => token.trim().replaceAll(/["']/gu, ''))
