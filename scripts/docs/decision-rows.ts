import { classification } from '../../packages/core/src/kind/flink-deployment/deployment-classification.ts'
import { blueGreenTable } from '../../packages/core/src/kind/flink-blue-green-deployment/rows/rows.ts'
import { classification as ofSessionCluster } from '../../packages/core/src/session-cluster/session-cluster-classification.ts'
import { classification as ofSessionJob } from '../../packages/core/src/kind/flink-session-job/session-job-classification.ts'
import { firstIds, unrecordedIds } from '../../packages/core/src/job/job-row.ts'
import { kinds } from '../../packages/core/src/kinds.ts'
import { code } from './markdown.ts'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

/** A row of a table of the code: its id, what it says, and where it stands. */
export interface DecisionRow {
  readonly id: string
  readonly words: string
  readonly file: string
}

const nameOf = ({ path }: SourceFile): string => path.split('/').at(-1) ?? path

/** Rows of tables in docstrings: `| O1 | its job's resource is gone | abandoned |`. */
const documented = (file: SourceFile): readonly DecisionRow[] =>
  [...file.text.matchAll(/^ \* \| ([A-Z]\d{1,2}) \| (.*) \|$/gmu)].map(([, id = '', cells = '']) => ({
    id,
    words: cells.replaceAll(' | ', ': '),
    file: nameOf(file),
  }))

const quoted = /^[^'"`]*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/u

/** Rows that the code names beside their reason. */
const told = (file: SourceFile): readonly DecisionRow[] => {
  const text = file.text.replaceAll(/\s+/gu, ' ')
  return [...text.matchAll(/(?:row: |blocked\( ?|needsFacts\( ?)'([A-Z]\d{1,2})(?: \w+)?'/gu)].map(({ 0: match, 1: id = '', index }) => {
    const after = text.slice(index + match.length)
    // what is said of the row ends with its object or call
    const [said = ''] = after.split(/ \}|\b(?:row: |blocked\(|needsFacts\()/u)
    const beside = match.startsWith('row') ? (/reason: (.*)$/u.exec(said)?.[1] ?? '') : said.replace(/^[^,]*,/u, '')
    const [, single, double, template] = quoted.exec(beside) ?? []
    const words = (single ?? double ?? template ?? '').replaceAll(/\$\{[^}]*\}/gu, '…').replaceAll("\\'", "'")
    // a single word is the name of something else
    return { id, words: words.includes(' ') ? words : '', file: nameOf(file) }
  })
}

const ids = new Set(
  Object.values(kinds).flatMap(({ rows }) => rows).map(row => /^[A-Z]\d{1,2}/u.exec(row)?.[0]).filter(id => id !== undefined),
)

/** Texts of other subjects that name a row. */
const isElsewhere = (path: string): boolean =>
  isTest(path) || /\/(?:explain|unblocks|unblocked)-[\w-]+\.ts$/u.test(path) || path.endsWith('available-upgrade-mode.ts')

const byId = (
  a: DecisionRow,
  b: DecisionRow,
): number => (a.id[0] === b.id[0] ? Number(a.id.slice(1)) - Number(b.id.slice(1)) : a.id < b.id ? -1 : 1)

const ofBlueGreen = (): readonly DecisionRow[] =>
  blueGreenTable.map(({ row, when, next }) => ({ id: row, words: `${when}: ${next}`, file: 'rows.ts' }))

export interface ToldRow {
  readonly row: string
  readonly when: string
}

interface ToldTables {
  readonly first: readonly ToldRow[]
  readonly unrecorded: readonly ToldRow[]
  readonly recorded: readonly ToldRow[]
}

const inOrder = ({ first: whatever, unrecorded: before, recorded }: ToldTables): readonly ToldRow[] => [...whatever, ...before, ...recorded]

/** The rows of the tables of situations: of an application, of a session cluster, and of a session job. */
export const classificationRows = (): readonly ToldRow[] => [
  ...inOrder(classification),
  ...Object.values(ofSessionCluster).flatMap(({ rows, last }): readonly ToldRow[] => [...rows, last]),
  ...inOrder(ofSessionJob),
]

const tableFiles = [
  'job/job-row.ts',
  'kind/flink-deployment/own-cluster.ts',
  'kind/flink-session-job/session-job-classification.ts',
  'kind/flink-session-job/record/session-job-record-lost.ts',
  'kind/flink-session-job/shared-cluster.ts',
  'session-cluster/session-cluster-classification.ts',
]

const idsOf = (rows: Readonly<Record<string, Readonly<Record<string, string>>>>): ReadonlySet<string> =>
  new Set(Object.values(rows).flatMap(ids => Object.values(ids)))
const first = idsOf(firstIds)
const unrecorded = idsOf(unrecordedIds)

const ofClassification = (): readonly DecisionRow[] => {
  const files = sourceFiles(['packages/core/src'], path => tableFiles.some(it => path === `packages/core/src/${it}`))
  return classificationRows().filter(({ row }) => /^[A-Z]\d{1,2}$/u.test(row)).map(({ row, when }) => {
    const file = files.find(({ text }) => text.includes(`'${row}'`))
    // the ids of the lifecycle's rows stand beside their names
    const table = first.has(row) ? 'first-table.ts' : unrecorded.has(row) ? 'unrecorded-table.ts' : 'job-table.ts'
    return { id: row, words: when, file: file === undefined ? '' : nameOf(file).replace('job-row.ts', table) }
  })
}

/** Every row of the decision tables, once for each file that tells it. */
export const allDecisionRows = (): readonly DecisionRow[] => {
  const files = sourceFiles(['packages/core/src'], path => !isElsewhere(path) && !tableFiles.some(it => path.endsWith(`/${it}`)))
  const found = [...ofClassification(), ...ofBlueGreen(), ...files.flatMap(documented), ...files.flatMap(told)].filter(({ words }) =>
    words !== ''
  )
  const untold = [...ids].filter(id => !found.some(row => row.id === id)).map(id => ({
    id,
    words: 'told by what is seen in the round',
    file: '',
  }))
  return [...new Map([...found, ...untold].map(row => [`${row.id} ${row.file}`, row])).values()].toSorted(byId)
}

export const decisionRowCells = ({ id, words, file }: DecisionRow): readonly string[] => [id, words, file === '' ? '' : code(file)]
