import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { JobException } from '../../contract/fact/flink-rest.ts'
import type { OperatorOptions } from '../../options/operator-options.ts'
import { cuttingRedactorOf } from '../../contract/redaction/cut-redacted.ts'
import { formatInstant } from '../../crd/instant.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { longestMessage } from '../../contract/resource/json.ts'

const causedBy = 'Caused by: '

/** `java.io.IOException: disk full`: class and message of each cause in a stack trace. */
export const causesOf = (stackTrace: string): readonly { readonly type: string; readonly message: string }[] =>
  stackTrace.split('\n').filter(line => line.startsWith(causedBy)).map(line => {
    const text = line.slice(causedBy.length)
    const at = text.indexOf(': ')
    return at < 0 ? { type: text, message: '' } : { type: text.slice(0, at), message: text.slice(at + 2) }
  })

/** The messages of the first three causes (control-flow.md, section 1.7). The innermost cause usually helps most. */
export const causeChain = (stackTrace: string): string => {
  const [first = '', ...rest] = stackTrace.split('\n')
  const causes = rest.filter(line => line.startsWith(causedBy)).map(line => line.slice(causedBy.length))
  return [first, ...(causes.length <= 2 ? causes : [causes[0] ?? '', causes.at(-1) ?? ''])].join(' -> ')
}

/** The time up to which a job's exceptions were reported. */
export interface ReportedExceptions {
  readonly jobId: string
  readonly upTo: EpochMillis
}

/** How far back a new process reports exceptions. A previous process may have reported them, so they are not counted again. */
export const lookBack: Millis = 30 * 60_000

const annotationKey = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

/** Annotation values have one line. */
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

/** The part of a stack trace that is split into lines. */
const longestTrace = 262_144

const firstLines = (text: string, most: number): string => {
  const lines = text.slice(0, longestTrace).trimEnd().split('\n')
  return lines.length <= most ? lines.join('\n')
    : [...lines.slice(0, Math.max(1, most)), `... (${lines.length - Math.max(1, most)} more lines)`].join('\n')
}

type Limits = Pick<OperatorOptions, 'eventsExceptionsStacktraceLines' | 'eventsExceptionsLimitPerReconciliation'>

/**
 * Exceptions of a running job as events (control-flow.md, section 3.8): those since the last report, limited to the newest ones, oldest
 * first. `reported` null: this process has reported none for the resource yet.
 */
export const jobExceptionEvents = (
  exceptions: readonly JobException[],
  jobId: string,
  reported: ReportedExceptions | null,
  now: EpochMillis,
  { eventsExceptionsStacktraceLines: lines, eventsExceptionsLimitPerReconciliation: most }: Limits,
  secrets: readonly string[],
): { readonly events: readonly EmitEvent[]; readonly reported: ReportedExceptions } => {
  const after = reported === null ? now - lookBack : reported.jobId === jobId ? reported.upTo : Number.NEGATIVE_INFINITY
  const news = exceptions.filter(({ timestamp }) => timestamp > after).toSorted((a, b) => a.timestamp - b.timestamp)
  // users who only write data choose the text of an exception, so it is cut before it is searched (S03)
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
      repeat: reported === null ? 'Once' : 'Count',
      annotations: annotations({
        'exception-timestamp': formatInstant(timestamp),
        'task-name': taskName,
        endpoint,
        'tm-id': taskManagerId,
        ...Object.fromEntries(Object.entries(failureLabels).map(([label, value]) => [`failure-label-${label}`, value])),
      }, shown),
    })),
    reported: { jobId, upTo: Math.max(reported === null ? now - lookBack : after, ...exceptions.map(({ timestamp }) => timestamp)) },
  }
}
