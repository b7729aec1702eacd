/**
 * Figures of the size and the order of the core, for people who change it.
 *
 *   npm run measure [-- --names]
 *
 * `--names`: the names that stand twice, and the rows that are written twice, one by one.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { codeLines, median, repeated } from './measure/code-lines.ts'
import { decisionTablesOf } from '../packages/core/src/decision-tables.ts'
import { kinds } from '@flink-operator/kinds'
import { isTest, sourceFiles } from './docs/source-files.ts'

const { values: { names } } = parseArgs({ options: { names: { type: 'boolean', default: false } } })

const files = sourceFiles(['packages/core/src'], path => !isTest(path))
const code = files.map(({ text }) => codeLines(text))
const lengths = files.map(({ text }) => text.trimEnd().split('\n').length)
const namedTwice = repeated(files.map(({ path }) => basename(path)))

const sentences = [...new Set(decisionTablesOf(Object.values(kinds)).flatMap(({ rows }) => rows.map(({ when }) => when)))]
/** Where a row says it: as its `when`, or on a line of its own as what makes the row of it. */
const places = (sentence: string): number => {
  const literals = [`'${sentence.replaceAll("'", "\\'")}'`, `"${sentence}"`]
  return files.reduce(
    (sum, { text }) =>
      sum + text.split('\n').filter(line => literals.some(it => line.includes(`when: ${it}`) || line.trim() === `${it},`)).length,
    0,
  )
}
/** A sentence that stands in two places is a rule that somebody wrote twice. */
const writtenTwice = sentences.filter(sentence => places(sentence) > 1)

const figures: readonly (readonly [string, number])[] = [
  ['code lines of core/src, without tests, comments, imports and blank lines', code.reduce((sum, lines) => sum + lines, 0)],
  ['source files of core/src', files.length],
  ['median length of a file, in lines', median(lengths)],
  ['names of files that stand more than once', namedTwice.length],
  ['rows of the tables of situations', sentences.length],
  ['of these, written more than once', writtenTwice.length],
]
for (const [what, figure] of figures) console.log(`${String(figure).padStart(7)}  ${what}`)
if (names) {
  console.log(`\nnames: ${namedTwice.join(' ')}`)
  for (const sentence of writtenTwice) console.log(`written twice: ${sentence}`)
}
