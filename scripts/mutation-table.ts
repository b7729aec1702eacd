/** `npm run mutation:table`: puts the scores of the last run (`reports/mutation/mutation.json`) into docs/mutation-testing.md. Files that the run did not touch keep their row. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './docs/source-files.ts'

interface Mutant {
  readonly mutatorName: string
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  readonly location: { readonly start: Position; readonly end: Position }
  readonly replacement?: string
}
interface Position { readonly line: number; readonly column: number }
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

/** One line of the table: counts of mutants. */
type Counts = Readonly<Record<'killed' | 'words' | 'narrowing' | 'names' | 'conditions' | 'rest', number>>
const columns = ['killed', 'words', 'narrowing', 'names', 'conditions', 'rest'] as const

const textOf = (source: string, { start, end }: Mutant['location']): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  return lines.map((line, n) => line.slice(n === 0 ? start.column - 1 : 0, n === lines.length - 1 ? end.column - 1 : undefined)).join('\n')
}

/** What kind of change it was, as the groups of the page tell them apart. */
const groupOf = (source: string, { mutatorName, location, status }: Mutant): keyof Counts | null => {
  if (status === 'Killed' || status === 'Timeout') return 'killed'
  if (status !== 'Survived' && status !== 'NoCoverage') return null
  const text = textOf(source, location)
  if (mutatorName === 'StringLiteral') return /\s|\$\{/u.test(text) ? 'words' : 'names'
  if (mutatorName === 'OptionalChaining' || / \?\? /u.test(text)) return 'narrowing'
  return mutatorName === 'ConditionalExpression' || mutatorName === 'EqualityOperator' || mutatorName === 'LogicalOperator' || mutatorName === 'BooleanLiteral' ? 'conditions' : 'rest'
}

const countsOf = (source: string, mutants: readonly Mutant[]): Counts => {
  const groups = mutants.map(mutant => groupOf(source, mutant))
  return Object.fromEntries(columns.map(column => [column, groups.filter(it => it === column).length])) as Counts
}

const undetected = (counts: Counts): number => columns.filter(it => it !== 'killed').reduce((sum, it) => sum + counts[it], 0)
const total = (counts: Counts): number => counts.killed + undetected(counts)
const sumOf = (all: readonly Counts[]): Counts =>
  Object.fromEntries(columns.map(column => [column, all.reduce((sum, counts) => sum + counts[column], 0)])) as Counts

const scoreOf = (counts: Counts): number => (total(counts) === 0 ? 100 : (100 * counts.killed) / total(counts))
const lineOf = (name: string, counts: Counts): string =>
  `| ${name} | ${scoreOf(counts).toFixed(1)} % | ${counts.killed} | ${undetected(counts)} | ${columns.slice(1).map(it => counts[it]).join(' | ')} |`

const head = ['| file of `packages/core/src` | score | killed | undetected | words | narrowing | names | conditions | rest |', '|---|---|---|---|---|---|---|---|---|']
const [from, to] = ['<!-- scores: npm run mutation:table -->', '<!-- end of scores -->']

const readLine = (line: string): readonly [string, Counts] | null => {
  const [, name, killed, , ...rest] = /^\| `([^`]+\.ts)` \| [\d.]+ % \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/u.exec(line) ?? []
  return name === undefined ? null : [name, Object.fromEntries(columns.map((column, n) => [column, Number(n === 0 ? killed : rest[n - 1])])) as Counts]
}

const page = join(root, 'docs/mutation-testing.md')
const before = readFileSync(page, 'utf8')
const [start, rest] = [before.indexOf(from), before.indexOf(to)]
if (start < 0 || rest < start) throw new Error(`${page} has no place for scores`)
const known = before.slice(start, rest).split('\n').flatMap(line => {
  const row = readLine(line)
  return row === null ? [] : [row]
})
const report = JSON.parse(readFileSync(process.argv[2] ?? join(root, 'reports/mutation/mutation.json'), 'utf8')) as Report
const measured = Object.entries(report.files).filter(([, { mutants }]) => mutants.length > 0)
  .map(([file, { source, mutants }]) => [file.replace(/^.*packages\/core\/src\//u, ''), countsOf(source, mutants)] as const)
const all = [...new Map([...known, ...measured])].sort(([a], [b]) => (a < b ? -1 : 1))
const folders = [...new Set(all.map(([name]) => name.split('/')[0] ?? ''))]
const folderLines = folders.map(folder => lineOf(`**${folder}**`, sumOf(all.filter(([name]) => name.startsWith(`${folder}/`)).map(([, counts]) => counts))))
const table = [...head, lineOf('**all of these**', sumOf(all.map(([, counts]) => counts))), ...folderLines, ...all.map(([name, counts]) => lineOf(`\`${name}\``, counts))]
writeFileSync(page, `${before.slice(0, start)}${from}\n${table.join('\n')}\n${before.slice(rest)}`)
console.log(`${measured.length} of ${all.length} files measured anew`)
