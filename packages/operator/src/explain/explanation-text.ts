import type { ExplainedRetries, ExplainedScaling, Explanation } from '@flink-operator/core/explain'
import type { EpochMillis, Millis } from '@flink-operator/core'

/** `1.5 s`, `200 ms`, `2 min`, `3 h` */
export const span = (millis: Millis): string =>
  millis < 1_000 ? `${millis} ms`
    : millis < 120_000 ? `${Math.round(millis / 100) / 10} s`
    : millis < 7_200_000 ? `${Math.round(millis / 60_000)} min`
    : millis < 172_800_000 ? `${Math.round(millis / 3_600_000)} h` : `${Math.round(millis / 86_400_000)} d`

const instant = (at: EpochMillis): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
const ago = (at: EpochMillis, now: EpochMillis): string =>
  `${instant(at)} (${at <= now ? `${span(now - at)} ago` : `in ${span(at - now)}`})`

const who = { operator: 'the operator', cluster: 'the cluster', person: 'a user' } as const

const retriesText = ({ attempts, failures, backoffLimit, left, retryAt }: ExplainedRetries, now: EpochMillis): string =>
  [
    `${attempts} times, ${failures} failed`,
    left === null ? 'no limit (backoffLimit -1)' : `${left} attempts left (backoffLimit ${backoffLimit})`,
    ...(retryAt === null ? [] : [`the next one from ${ago(retryAt, now)}`]),
  ].join('; ')

const line = (label: string, text: string): readonly string[] => [`  ${label.padEnd(10)} ${text}`]

/** False for vertices that need no change: they get no line. */
const isToTell = ({ row }: ExplainedScaling['vertices'][number]): boolean => row !== 'enough'

const scalingLines = ({ row, why, since, changedBy, vertices }: ExplainedScaling, now: EpochMillis): readonly string[] => [
  ...line('scaling', `${why} [${row}]${since === null ? '' : `, since ${ago(since, now)}`}`),
  ...line('', `changed by: ${changedBy}`),
  ...vertices.filter(isToTell).flatMap(vertex => [
    ...line('', `${vertex.id}: ${vertex.why} [${vertex.row}]${vertex.since === null ? '' : `, since ${ago(vertex.since, now)}`}`),
    ...line('', `  changed by: ${vertex.changedBy}`),
  ]),
]

/** One explanation for the user: the conclusion first, then the facts behind it. */
export const explanationText = (resource: string, it: Explanation, now: EpochMillis): string => {
  const { operation, change, nextLook, since } = it
  return [
    `${resource}: ${it.lifecycleState}`,
    ...line('why', `${it.reason} [${it.situation}, ${it.row}]`),
    ...line('waits for', it.waitingFor),
    ...(since === null ? [] : line('since', ago(since, now))),
    ...line(
      'next look',
      it.situation === 'NotKnown' ? 'not known'
        : nextLook === null ? 'at once, for facts are missing'
        : nextLook.after === 0 ? 'at once' : `in ${span(nextLook.after)} at the latest`,
    ),
    ...line('continues', `after: ${it.unblockedBy.what} (${who[it.unblockedBy.who]})`),
    ...it.obstacles.flatMap(({ object, what, remedy, isGoing }) =>
      line('blocked by', `${object}: it ${what}; ${isGoing ? 'it is being deleted' : `to continue, ${remedy}`}`)
    ),
    ...(operation === null ? []
      : line(
        'operation',
        `${operation.kind} for ${operation.purpose}, ${operation.how}${
          operation.step === null ? '' : `, step ${operation.step}`
        }; attempt ${operation.attempt}, id ${operation.id}`,
      )),
    ...(operation === null ? []
      : line(
        '',
        `since ${ago(operation.since, now)}, ${
          operation.giveUpAt === null ? 'its job is not seen' : `overdue from ${ago(operation.giveUpAt, now)}`
        }`,
      )),
    ...(it.retries === null ? [] : line('tried', retriesText(it.retries, now))),
    ...(it.scaling === undefined ? [] : scalingLines(it.scaling, now)),
    ...(change === null ? [] : line('change', `${change.type}: ${change.text}`)),
    ...(it.error === null ? [] : line('error', it.error.split('\n')[0] ?? '')),
    ...it.findings.flatMap(({ severity, field, message }) => line(severity === 'Error' ? 'wrong' : 'doubtful', `${field}: ${message}`)),
    ...Object.entries(it.facts).flatMap(([name, words], index) => line(index === 0 ? 'seen' : '', `${name}: ${words}`)),
  ].join('\n')
}
