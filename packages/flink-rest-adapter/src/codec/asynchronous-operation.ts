import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { AsynchronousOperation } from '@flink-operator/core/fact'
import { type Decoded, decodeWith, fields, integer, oneOf, orNull, text, words } from './decode.ts'
import { type JavaCause, javaCauses } from './java-causes.ts'
import { longestPath, shownName, shownTrace } from './text-lengths.ts'

const Failure = fields('FailureCause', { class: orNull(words(shownName)), 'stack-trace': orNull(words(shownTrace)) })

const Status = fields('OperationStatus', { id: oneOf('IN_PROGRESS or COMPLETED', ['IN_PROGRESS', 'COMPLETED']) })

/**
 * The key of a failure depends on the path: `failureCause` under `/checkpoints/`, `failure-cause` elsewhere
 * (docs/flink-rest-traps.md, trap 9).
 */
const Outcome = fields('OperationOutcome', {
  location: orNull(text(longestPath)),
  checkpointId: orNull(integer),
  'failure-cause': orNull(Failure),
  failureCause: orNull(Failure),
})

const Operation = fields('Operation', { status: Status, operation: orNull(Outcome) })

const stoppingFailed = /StopWithSavepointStoppingException$/
const savepointAt = /A savepoint (?:has been|was) created at: (.+), but the corresponding job/

/** A completed savepoint of a job that failed while stopping: only the text of the failure contains its path (B13). */
const savepointPathIn = (failure: Decoded<typeof Failure>): string | null => {
  const causes = allCauses(failure)
  const path = causes.filter(cause => stoppingFailed.test(cause.type)).map(cause => savepointAt.exec(cause.message)?.[1]).find(found =>
    found !== undefined
  )
  return path ?? null
}

const allCauses = (failure: Decoded<typeof Failure>): readonly JavaCause[] => {
  const causes = javaCauses(failure['stack-trace'] ?? '')
  return causes.length > 0 ? causes : [{ type: failure.class ?? '', message: '' }]
}

const operationOf = ({ status, operation }: Decoded<typeof Operation>): AsynchronousOperation => {
  if (status.id === 'IN_PROGRESS') return { _tag: 'InProgress' }
  const failure = operation?.['failure-cause'] ?? operation?.failureCause ?? null
  return failure === null
    ? { _tag: 'Completed', location: operation?.location ?? null, checkpointId: operation?.checkpointId ?? null }
    : { _tag: 'Failed', causes: allCauses(failure), savepointPath: savepointPathIn(failure) }
}

/** Any asynchronous operation; a disposal has neither location nor checkpoint. */
export const decodeOperation = flow(decodeWith(Operation), E.map(operationOf))

/**
 * `GET /v1/jobs/:jobId/savepoints/:triggerId`, also for stops. A success without a location is not decodable: its savepoint could
 * not be found.
 */
export const decodeSavepointOperation = flow(
  decodeOperation,
  E.filterOrElse(
    operation => operation._tag !== 'Completed' || (operation.location !== null && operation.location !== ''),
    () => 'operation.location: expected the path of the completed savepoint, got nothing',
  ),
)
