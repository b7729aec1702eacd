import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { JobException } from '@flink-operator/core'
import { decodeWith, orNull } from './decode.ts'

/** 1.20 has `location` beside `endpoint`, older releases only that; 2.3 only `endpoint`. Labels came with 1.18. */
const Entry = t.type({
  exceptionName: t.string,
  stacktrace: t.string,
  timestamp: t.number,
  taskName: orNull(t.string),
  endpoint: orNull(t.string),
  location: orNull(t.string),
  taskManagerId: orNull(t.string),
  failureLabels: orNull(t.record(t.string, t.string, 'FailureLabels')),
}, 'JobException')

const Exceptions = t.type({ exceptionHistory: t.type({ entries: t.array(Entry, 'JobException[]') }, 'ExceptionHistory') }, 'JobExceptions')

const exceptionOf = (entry: t.TypeOf<typeof Entry>): JobException => ({
  type: entry.exceptionName,
  stackTrace: entry.stacktrace,
  timestamp: entry.timestamp,
  taskName: entry.taskName,
  endpoint: entry.endpoint ?? entry.location,
  taskManagerId: entry.taskManagerId,
  failureLabels: entry.failureLabels ?? {},
})

/**
 * `GET /v1/jobs/:jobId/exceptions`, newest first. The fields `root-exception` and `all-exceptions` of 1.x say nothing more and are gone in
 * 2.x.
 */
export const decodeJobExceptions = flow(
  decodeWith(Exceptions),
  E.map(({ exceptionHistory }): readonly JobException[] =>
    exceptionHistory.entries.map(exceptionOf).sort((a, b) => b.timestamp - a.timestamp)
  ),
)
