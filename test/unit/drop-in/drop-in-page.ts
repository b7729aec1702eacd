import { phases } from '../../../packages/core/src/kind/flink-deployment/hand-back.ts'
import { type BlueGreenCourse, type BlueGreenEntry, phaseOf } from './blue-green-course.ts'
import { type CorpusEntry, isSessionJob } from './corpus-world.ts'
import { type Course, stateOf } from './course.ts'
import { expectedEnds } from './expected-ends.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** The words of a situation without those of the status, which the second column tells. */
const lastAction = ({ situation }: CorpusEntry): string => (situation.split('—')[1] ?? '').trim()

const statusOf = (entry: CorpusEntry): string =>
  `${stateOf(entry.features, !isSessionJob(entry))}${entry.features.deleting ? ', being deleted' : ''}`

const referenceEnd = (entry: CorpusEntry): string => {
  const { referenceEnd: end } = entry
  return end === null ? 'not recorded'
    : end.gone === true ? `gone after ${String(end.after)} s`
    : `${stateOf({ lifecycle: end.lifecycleState, job: end.job, jm: end.jobManager }, !isSessionJob(entry))}${
      end.error == null ? '' : ` (${end.error})`
    }${end.after > 0.5 ? ` after ${String(end.after)} s` : ''}`
}

const childWords = ({ metadata, status }: BlueGreenEntry['children'][number]): string => {
  const { lifecycleState } = (status ?? {}) as { readonly lifecycleState?: string }
  return `${metadata['name'] as string} ${lifecycleState ?? 'without a status'}${
    metadata['deletionTimestamp'] === undefined ? '' : ', being deleted'
  }`
}

/** Text of docs/drop-in.md: what becomes of the reference operator's statuses here, and of ours there. */
export const dropInPage = (
  courses: readonly { readonly entry: CorpusEntry; readonly course: Course }[],
  blueGreen: readonly { readonly entry: BlueGreenEntry; readonly course: BlueGreenCourse }[],
): string =>
  [
    '# Replacing the reference operator, and going back',
    '',
    '<!-- Made by test/unit/drop-in/drop-in-page.ts from test/data/status-corpus.jsonl.gz, test/data/blue-green-corpus.jsonl.gz and the table in packages/core/src/kind/flink-deployment/hand-back.ts. -->',
    '',
    'This operator reads and writes the resources of the Apache Flink Kubernetes Operator 1.15: same group, kinds, finalizers, annotations and status fields. It can be started in its place while jobs run, and it can be replaced by it again.',
    '',
    '## How to switch',
    '',
    '[Coming from the Apache operator](coming-from-apache.md) has the steps, there and back.',
    '',
    '## Statuses taken over',
    '',
    'Each row is a status that the reference operator 1.15.0 really wrote, taken over by ours in a simulated cluster with the objects of that moment. The fourth column is what the reference operator itself made of it, until the next action of a person. Times are of that run and not compared.',
    '',
    row(['id', 'after', 'status', 'the reference ended', 'ours ends', 'by', 'why another end']),
    row(Array.from({ length: 7 }, () => '---')),
    ...courses.map(({ entry, course }) =>
      row([
        entry.id,
        lastAction(entry),
        statusOf(entry),
        referenceEnd(entry),
        course.end,
        course.effects.filter((effect, index) => effect !== course.effects[index - 1]).join(', ') || 'no effect',
        expectedEnds[entry.id]?.why ?? '',
      ])
    ),
    '',
    '## FlinkBlueGreenDeployments taken over',
    '',
    'The same of one that was created, and whose template was edited: each moment at which the reference operator might have been stopped. The children come up, go, and complete their savepoints by themselves.',
    '',
    row(['id', 'after', 'state', 'children', 'ours ends', 'by']),
    row(Array.from({ length: 6 }, () => '---')),
    ...blueGreen.map(({ entry, course }) =>
      row([
        entry.id,
        entry.situation,
        phaseOf(entry),
        entry.children.map(childWords).join(', ') || 'none',
        course.end,
        course.effects.join(', ') || 'no effect',
      ])
    ),
    '',
    '## Going back',
    '',
    'What ours writes in each phase, and what the reference operator does next when it is put back at that moment. It ignores `status.operation` and `status.operatorRecord`. From a phase without an operation going back is always safe.',
    '',
    row(['phase', 'reference fields that are written', 'what the reference does next', 'safe']),
    row(Array.from({ length: 4 }, () => '---')),
    ...phases.map(({ phase, fields, then, safe }) =>
      row([
        phase,
        Object.entries(fields).map(([field, value]) => `${field}: ${value.join(' or ')}`).join('; '),
        then,
        safe ? 'yes' : 'no: wait for the phase to end',
      ])
    ),
    '',
  ].join('\n')
