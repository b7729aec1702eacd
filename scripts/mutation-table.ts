/**
 * `npm run mutation:table -- [REPORT …]`: puts the scores of runs (default: the last one, `reports/mutation/mutation.json`) into
 * docs/mutation-testing.md, and every survivor of these runs into reports/mutation/survivors.md, which is not committed. Files that no run
 * touched keep their scores. What any of several runs of the same source killed is killed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './docs/source-files.ts'

interface Mutant {
  readonly mutatorName: string
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  readonly location: { readonly start: Position; readonly end: Position }
  readonly replacement?: string
}
interface Position {
  readonly line: number
  readonly column: number
}
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
  return mutatorName === 'ConditionalExpression' || mutatorName === 'EqualityOperator' || mutatorName === 'LogicalOperator'
      || mutatorName === 'BooleanLiteral' ? 'conditions' : 'rest'
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
  `| ${name} | ${scoreOf(counts).toFixed(1)} % | ${counts.killed} | ${undetected(counts)} | ${
    columns.slice(1).map(it => counts[it]).join(' | ')
  } |`

const head = [
  '| file of `packages/core/src` | score | killed | undetected | words | narrowing | names | conditions | rest |',
  '|---|---|---|---|---|---|---|---|---|',
]
const [from, to] = ['<!-- scores: npm run mutation:table -->', '<!-- end of scores -->']

const readLine = (line: string): readonly [string, Counts] | null => {
  const [, name, killed, , ...rest] =
    /^\| `([^`]+\.ts)` \| [\d.]+ % \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/u.exec(line) ?? []
  return name === undefined ? null
    : [name, Object.fromEntries(columns.map((column, n) => [column, Number(n === 0 ? killed : rest[n - 1])])) as Counts]
}

const page = join(root, 'docs/mutation-testing.md')
const before = readFileSync(page, 'utf8')
const [start, rest] = [before.indexOf(from), before.indexOf(to)]
if (start < 0 || rest < start) throw new Error(`${page} has no place for scores`)
const known = before.slice(start, rest).split('\n').flatMap(line => {
  const row = readLine(line)
  return row === null ? [] : [row]
})
const reports = process.argv.length > 2 ? process.argv.slice(2) : [join(root, 'reports/mutation/mutation.json')]
type File = Report['files'][string] & { readonly name: string }

const isDetected = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'
const keyOf = ({ location, mutatorName, replacement }: Mutant): string => JSON.stringify([location, mutatorName, replacement])

/** The last run counts, and of earlier ones of the same source what they killed. */
const together = (before: File | undefined, file: File): File => {
  if (before === undefined || before.source !== file.source) return file
  const killed = new Map(before.mutants.filter(isDetected).map(mutant => [keyOf(mutant), mutant]))
  return { ...file, mutants: file.mutants.map(mutant => (isDetected(mutant) ? mutant : (killed.get(keyOf(mutant)) ?? mutant))) }
}

const byName = new Map<string, File>()
for (const path of reports) {
  for (const [file, it] of Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Report).files)) {
    const name = file.replace(/^.*packages\/core\/src\//u, '')
    if (it.mutants.length > 0) byName.set(name, together(byName.get(name), { name, ...it }))
  }
}
const files = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
const measured = files.map(({ name, source, mutants }) => [name, countsOf(source, mutants)] as const)
const all = [...new Map([...known, ...measured])].sort(([a], [b]) => (a < b ? -1 : 1))
const folders = [...new Set(all.map(([name]) => name.split('/')[0] ?? ''))]
const folderLines = folders.map(folder =>
  lineOf(`**${folder}**`, sumOf(all.filter(([name]) => name.startsWith(`${folder}/`)).map(([, counts]) => counts)))
)
const table = [
  ...head,
  lineOf('**all of these**', sumOf(all.map(([, counts]) => counts))),
  ...folderLines,
  ...all.map(([name, counts]) => lineOf(`\`${name}\``, counts)),
]
writeFileSync(page, `${before.slice(0, start)}${from}\n${table.join('\n')}\n${before.slice(rest)}`)

/** One line of code, short enough for a table. */
const shown = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `\`\` ${(line.length > 110 ? `${line.slice(0, 107)}…` : line).replaceAll('|', '\\|')} \`\``
}

const survivorsOf = ({ name, source, mutants }: (typeof files)[number]): readonly string[] => {
  const lines = mutants.map(mutant => ({ mutant, group: groupOf(source, mutant) })).filter(({ group }) =>
    group !== null && group !== 'killed'
  )
    .sort((a, b) => a.mutant.location.start.line - b.mutant.location.start.line)
    .map(({ mutant, group }) =>
      `| ${mutant.location.start.line} | ${group ?? ''}${mutant.status === 'NoCoverage' ? ', not reached' : ''} | ${
        shown(textOf(source, mutant.location))
      } | ${shown(mutant.replacement ?? '')} |`
    )
  return lines.length === 0 ? [] : [`\n## ${name}\n`, '| line | kind | of | became |', '|---|---|---|---|', ...lines]
}

const survivors = `# Mutants that survive

Lines are those of the source that was measured. docs/mutation-testing.md explains the kinds, and why such changes are left ("What survives, and why").
`
const survivorsPage = join(root, 'reports/mutation/survivors.md')
mkdirSync(dirname(survivorsPage), { recursive: true })
writeFileSync(
  survivorsPage,
  `${survivors}${files.map(survivorsOf).filter(section => section.length > 0).map(lines => lines.join('\n')).join('\n')}\n`,
)
console.log(`${measured.length} of ${all.length} files measured; survivors in ${survivorsPage}`)
