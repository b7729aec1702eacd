import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { JobException } from '@flink-operator/core/fact'
import { beginning, byKey, type Decoded, decodeWith, fields, list, moment, orNull, words } from './decode.ts'
import { shownName, shownTrace } from './text-lengths.ts'

/** 1.20 has `location` and `endpoint`, older releases only `location`, 2.3 only `endpoint`. Labels exist since 1.18. */
const Entry = fields('JobException', {
  exceptionName: words(shownName),
  stacktrace: words(shownTrace),
  timestamp: moment,
  taskName: orNull(words(shownName)),
  endpoint: orNull(words(shownName)),
  location: orNull(words(shownName)),
  taskManagerId: orNull(words(shownName)),
  failureLabels: orNull(byKey('FailureLabels', words(shownName))),
})

const Exceptions = fields('JobExceptions', {
  exceptionHistory: fields('ExceptionHistory', { entries: list('JobException[]', Entry) }),
})

/** Maximum number of shown labels: failure enrichers add a few. */
const mostLabels = 100

const labelsOf = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(labels).slice(0, mostLabels).map(([key, value]) => [beginning(key, shownName), value]))

const exceptionOf = (entry: Decoded<typeof Entry>): JobException => ({
  type: entry.exceptionName,
  stackTrace: entry.stacktrace,
  timestamp: entry.timestamp,
  taskName: entry.taskName,
  endpoint: entry.endpoint ?? entry.location,
  taskManagerId: entry.taskManagerId,
  failureLabels: labelsOf(entry.failureLabels ?? {}),
})

/**
 * `GET /v1/jobs/:jobId/exceptions`, newest first. The fields `root-exception` and `all-exceptions` of 1.x add nothing, and 2.x does
 * not have them.
 */
export const decodeJobExceptions = flow(
  decodeWith(Exceptions),
  E.map(({ exceptionHistory }): readonly JobException[] =>
    exceptionHistory.entries.map(exceptionOf).toSorted((a, b) => b.timestamp - a.timestamp)
  ),
)
