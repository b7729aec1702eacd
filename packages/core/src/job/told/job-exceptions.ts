import type { EmitEvent } from '../../action/emit-event.ts'
import type { JobException } from '../../fact/flink-rest.ts'
import type { OperatorOptions } from '../../operator-options/operator-options.ts'
import { redactText } from '../../redaction/redact.ts'
import { formatInstant } from '../../codec/instant.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import { cutMessage } from '../../resource/utf8-length.ts'

/** Up to when the exceptions of a job were told. */
export interface ToldExceptions {
  readonly jobId: string
  readonly upTo: EpochMillis
}

/** What a process that has just begun to look tells of: who was here before may have told of it, so it is not counted again. */
export const lookBack: Millis = 30 * 60_000

const annotationKey = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

/** Annotations hold one line. */
const annotations = (values: Readonly<Record<string, string | null>>, secrets: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === null || value === '' || !annotationKey.test(key) ? []
        : [[key, redactText(value.replace(/[\r\n]+/g, ' ').replace(/[\u0000-\u001f\u007f]/g, ''), secrets)]]
    ),
  )

const firstLines = (text: string, most: number): string => {
  const lines = text.trimEnd().split('\n')
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
  const shown = most > 0 ? news.slice(-most) : []
  return {
    events: shown.map(({ stackTrace, type, timestamp, taskName, endpoint, taskManagerId, failureLabels }) => ({
      _tag: 'EmitEvent',
      type: 'Warning',
      reason: 'JobException',
      component: 'Job',
      message: cutMessage(redactText(firstLines(stackTrace === '' ? type : stackTrace, lines), secrets)),
      key: null,
      repeat: told === null ? 'Once' : 'Count',
      annotations: annotations({
        'exception-timestamp': formatInstant(timestamp),
        'task-name': taskName,
        endpoint,
        'tm-id': taskManagerId,
        ...Object.fromEntries(Object.entries(failureLabels).map(([label, value]) => [`failure-label-${label}`, value])),
      }, secrets),
    })),
    told: { jobId, upTo: Math.max(told === null ? now - lookBack : after, ...exceptions.map(({ timestamp }) => timestamp)) },
  }
}
