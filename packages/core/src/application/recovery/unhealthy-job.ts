import type { Deployed } from '../../cluster/deployed-spec.ts'
import { unanswered } from '../../query/unanswered.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { type Unhealthy, unhealthy } from '../health/unhealthy.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from '../seen/application-ha-seen.ts'
import type { Situation } from '../application-situation.ts'

/** Rows H: a job that runs and does not do what it is for (control-flow.md, section 4.10/3). Null: it is well, or nobody knows. */
export const unhealthyJob = (round: Round, deployed: Deployed): Situation | null => {
  const sick = unhealthy(round, deployed)
  return sick === null ? null : restartUnhealthy(round, deployed, sick)
}

const restartUnhealthy = (round: Round, deployed: Deployed, { text, source }: Unhealthy): Situation => {
  switch (source._tag) {
    case 'LookFirst':
      return needsFacts('H1', unanswered(round.observed.facts, haQueries(round)), source.reason)
    case 'Wait':
    case 'Blocked':
      return blocked('H2', `the state of the unhealthy job to be safe: ${source._tag === 'Wait' ? source.reason : source.error}`, null)
    case 'Empty':
    case 'Path':
    case 'LastState':
      return { _tag: 'Unhealthy', row: 'H3', text, source, deployed, reason: text }
  }
}
