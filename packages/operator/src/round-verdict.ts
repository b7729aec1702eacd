import type { Millis } from '@flink-operator/core'
import type { Verdict } from './queue.ts'
import type { RoundReport } from './round.ts'

/** The kind may ask for at most an hour (core/action/requeue.ts). */
const longestWait = 3_600_000
/** A round that did nothing and wants to come back at once would run hot. */
const shortestIdleWait = 500

const didSomething = ({ outcomes }: RoundReport): boolean => outcomes.some(({ action }) => action._tag !== 'Requeue')

/** Without our finalizer the resource goes at once, unless somebody else's holds it. */
const mayBeGone = ({ outcomes }: RoundReport): boolean =>
  outcomes.some(({ action, result }) => action._tag === 'RemoveFinalizer' && result === 'done')

/** What the watch holds of the resource may not be what is there. */
export const isDoubtful = (report: RoundReport): boolean =>
  mayBeGone(report) || report.end._tag === 'StartAnew' || (report.end._tag === 'Failed' && report.end.readLive)

/** When the resource wants its next round. `atRest`: a resource that wants it no sooner than that is at rest. */
export const verdictOf = (report: RoundReport, isWatched = false, atRest: Millis = Number.POSITIVE_INFINITY): Verdict => {
  const { end } = report
  switch (end._tag) {
    case 'Settled': {
      const after = isWatched ? end.atTheLatest ?? end.after : end.after
      return {
        _tag: 'Again',
        after: Math.min(longestWait, Math.max(after, didSomething(report) ? 0 : shortestIdleWait)),
        // what asks to be looked at sooner than a job that runs has something under way, whatever watches tell of it
        ...(end.after >= atRest ? { isAtRest: true } : {}),
      }
    }
    case 'Failed':
      return { _tag: 'Failed', after: end.after === null ? null : Math.min(longestWait, end.after) }
    case 'StartAnew':
      return { _tag: 'Conflict' }
    case 'Undecodable':
      return { _tag: 'Idle' }
  }
}
