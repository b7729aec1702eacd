import type { Millis } from '@flink-operator/core'
import type { Verdict } from './queue/verdict.ts'
import type { RoundReport } from './round.ts'

/** A kind may requeue after at most an hour (core/action/requeue.ts). */
const longestWait = 3_600_000
/** Minimum requeue delay of a round that did nothing: without it such a round would run in a hot loop. */
const shortestIdleWait = 500

const didSomething = ({ outcomes }: RoundReport): boolean => outcomes.some(({ action }) => action._tag !== 'Requeue')

/** True if this round removed our finalizer: Kubernetes then deletes the resource at once, unless another finalizer holds it. */
const mayBeGone = ({ outcomes }: RoundReport): boolean =>
  outcomes.some(({ action, result }) => action._tag === 'RemoveFinalizer' && result === 'done')

/** True if the cached copy of the resource may be stale, so that the next round has to read it from the API server. */
export const isDoubtful = (report: RoundReport): boolean =>
  mayBeGone(report) || report.end._tag === 'RestartRound' || (report.end._tag === 'Failed' && report.end.readLive)

/** When the resource needs its next round. A resource that requeues after `atRest` or later is in the steady state. */
export const verdictOf = (report: RoundReport, isWatched = false, atRest: Millis = Number.POSITIVE_INFINITY): Verdict => {
  const { end } = report
  switch (end._tag) {
    case 'Settled': {
      const after = isWatched ? end.atTheLatest ?? end.after : end.after
      return {
        _tag: 'Again',
        after: Math.min(longestWait, Math.max(after, didSomething(report) ? 0 : shortestIdleWait)),
        // a resource that requeues sooner than one with a running job has an operation in progress, even if every change wakes it
        ...(end.after >= atRest ? { isAtRest: true } : {}),
      }
    }
    case 'Failed':
      return { _tag: 'Failed', after: end.after === null ? null : Math.min(longestWait, end.after) }
    case 'RestartRound':
      return { _tag: 'Conflict' }
    case 'Undecodable':
      return { _tag: 'Idle' }
  }
}
