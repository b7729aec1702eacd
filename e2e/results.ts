import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Outcome } from './scenarios/story.ts'

/** One row as text, in the order of the columns. */
type Row = readonly string[]

const columns = ['scenario', 'step', 'Flink', 'result', 'seconds', 'down for (s)', 'load', 'evidence', 'when'] as const
const identity = ([story, step, version]: Row): string => `${story} / ${step} / ${version}`

const groupOf = ([story, , version]: Row): string => `${story} ${version}`

const cell = (text: string): string => text.replaceAll(/[|\n]/g, ' ').trim()

const rowOf = (outcome: Outcome): Row => [
  outcome.story,
  cell(outcome.step),
  outcome.version,
  outcome.result,
  outcome.seconds.toFixed(0),
  outcome.downtime === null ? '' : outcome.downtime.toFixed(1),
  outcome.load.toFixed(1),
  cell(outcome.evidence.replace(/ \[logs: .*\]$/, '')).slice(0, 400),
  outcome.at.toISOString().slice(0, 16).replace('T', ' '),
]

const rowsIn = (text: string): readonly Row[] =>
  text.split('\n').filter(line => line.startsWith('| ')).slice(1)
    .map(line => line.slice(2, line.lastIndexOf('|')).split(' | ').map(it => it.trim()))
    .filter(row => row.length === columns.length)

/** What was not run stands beside a failure before it, or could not be done here. */
export const countsOf = (results: readonly string[]): { readonly passed: number; readonly failed: number; readonly notRun: number } => {
  const count = (result: string): number => results.filter(it => it === result).length
  return { passed: count('passed'), failed: count('failed'), notRun: count('not run') }
}

/** 3: what failed did not come in time, and may on a faster machine; 1: something is wrong. */
export const exitCodeOf = (outcomes: readonly Outcome[]): number => {
  const failed = outcomes.filter(({ result }) => result === 'failed')
  if (failed.length === 0) return outcomes.some(({ result }) => result === 'passed') ? 0 : 1
  return failed.every(({ late }) => late === true) ? 3 : 1
}

/**
 * Writes the summary. Rows of an earlier run stay where this one did not play their story on that version (`complete`: with all its steps),
 * so that single stories can be run again; each row says when it was measured.
 */
export const writeResults = (file: string, outcomes: readonly Outcome[], complete: boolean): void => {
  const fresh = outcomes.map(rowOf)
  const played = new Set(fresh.map(groupOf))
  const kept = (existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : []).filter(row =>
    row[3] !== 'not run' && !(complete && played.has(groupOf(row)))
  )
  const rows = [...new Map([...kept, ...fresh].map(row => [identity(row), row])).values()].sort((
    a,
    b,
  ) => (groupOf(a) < groupOf(b) ? -1 : groupOf(a) > groupOf(b) ? 1 : 0))
  const { passed, failed } = countsOf(rows.map(row => row[3] ?? ''))
  writeFileSync(
    file,
    `# End-to-end results

Written by \`npm run e2e\`: a real Kubernetes with one node, real Flink, the operator as a process of its own beside it, on a machine of ${availableParallelism()} cores
that all of them share. A row is one step of a scenario; the steps of a scenario follow each other on one resource.
Stories are played one by one, so rows may be of different states of the source: each says when it was measured.

- *down for*: from the last look at which all tasks of the old run were running to the first one at which those of the next run were, as Flink's REST tells it
  to a watcher that looks about four times a second. *load*: the machine's load average over one minute at the step's end; starting two JVMs takes most of the time.
- State is proved by Flink's own answers: what the job's counter was restored to, from which checkpoint or savepoint, and that it counts on.
- *restores compared*: runs that told from where they went on, each compared with the newest checkpoint that was seen complete before; *seed*: what the choices were made of.
- During every step the watcher looks at all JobManager pods of the resource and at the jobs in each: two running JobManagers or two live jobs fail the step.

| ${columns.join(' | ')} |
|${columns.map(() => '---').join('|')}|
${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}

${passed} passed, ${failed} failed
`,
  )
}
