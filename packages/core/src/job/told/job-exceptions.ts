import type { EmitEvent } from '../../action/emit-event.ts'
import type { JobException } from '../../fact/flink-rest.ts'
import type { OperatorOptions } from '../../operator-options/operator-options.ts'
import { cuttingRedactorOf } from '../../redaction/cut-redacted.ts'
import { formatInstant } from '../../codec/instant.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import { longestMessage } from '../../resource/utf8-length.ts'

/** Up to when the exceptions of a job were told. */
export interface ToldExceptions {
  readonly jobId: string
  readonly upTo: EpochMillis
}

/** What a process that has just begun to look tells of: who was here before may have told of it, so it is not counted again. */
export const lookBack: Millis = 30 * 60_000

const annotationKey = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

/** Annotations hold one line. */
const annotations = (
  values: Readonly<Record<string, string | null>>,
  shown: (text: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === null || value === '' || !annotationKey.test(key) ? []
        : [[key, shown(value.replace(/[\r\n]+/g, ' ').replace(/[\u0000-\u001f\u007f]/g, ''))]]
    ),
  )

/** Of a stack trace so much is split into lines. */
const longestTrace = 262_144

const firstLines = (text: string, most: number): string => {
  const lines = text.slice(0, longestTrace).trimEnd().split('\n')
  return lines.length <= most ? lines.join('\n')
    : [...lines.slice(0, Math.max(1, most)), `... (${lines.length - Math.max(1, most)} more lines)`].join('\n')
}

type Limits = Pick<OperatorOptions, 'eventsExceptionsStacktraceLines' | 'eventsExceptionsLimitPerReconciliation'>

/**
 * Exceptions of a running job as events (control-flow.md, section 3.8): those that are newer than what was told, at most so many at a time
 * and the newest of them, oldest first. `told` null: this process has told nothing of the resource yet.
 */
export const jobExceptionEvents = (
  exceptions: readonly JobException[],
  jobId: string,
  told: ToldExceptions | null,
  now: EpochMillis,
  { eventsExceptionsStacktraceLines: lines, eventsExceptionsLimitPerReconciliation: most }: Limits,
  secrets: readonly string[],
): { readonly events: readonly EmitEvent[]; readonly told: ToldExceptions } => {
  const after = told === null ? now - lookBack : told.jobId === jobId ? told.upTo : Number.NEGATIVE_INFINITY
  const news = exceptions.filter(({ timestamp }) => timestamp > after).toSorted((a, b) => a.timestamp - b.timestamp)
  // who only writes data chooses what an exception says: it is cut before it is looked through (S03)
  const shown = cuttingRedactorOf(secrets, longestMessage)
  return {
    events: (most > 0 ? news.slice(-most) : []).map((
      { stackTrace, type, timestamp, taskName, endpoint, taskManagerId, failureLabels },
    ) => ({
      _tag: 'EmitEvent',
      type: 'Warning',
      reason: 'JobException',
      component: 'Job',
      message: shown(firstLines(stackTrace === '' ? type : stackTrace, lines)),
      key: null,
      repeat: told === null ? 'Once' : 'Count',
      annotations: annotations({
        'exception-timestamp': formatInstant(timestamp),
        'task-name': taskName,
        endpoint,
        'tm-id': taskManagerId,
        ...Object.fromEntries(Object.entries(failureLabels).map(([label, value]) => [`failure-label-${label}`, value])),
      }, shown),
    })),
    told: { jobId, upTo: Math.max(told === null ? now - lookBack : after, ...exceptions.map(({ timestamp }) => timestamp)) },
  }
}
