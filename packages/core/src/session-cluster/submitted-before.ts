import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { isSubmitted } from '../cluster/seen/is-submitted.ts'
import { asked, orLook } from '../query/ask.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'

/**
 * Row K10: the reference operator recorded an upgrade as begun; did it submit the cluster (control-flow.md, section 3.2)? Null: it did not,
 * or this operator began it.
 */
export const submittedBefore = (round: SessionRound): SessionSituation | null => {
  const { observed: { status, facts }, desired } = round
  if (status.operatorRecord.attempts !== 0 || status.jobManagerDeploymentStatus !== 'MISSING') return null
  const { deployment, configMaps } = clusterQueries(desired)
  return pipe(
    facts,
    asked([deployment, configMaps]),
    E.map(() =>
      facts.deployment?._tag === 'Unknown' ? blocked('K10', 'to see the JobManager Deployment', null)
        : isSubmitted(round)
        ? { _tag: 'AlreadyUpgraded', row: 'K10', reason: 'the cluster was submitted before this operator took over' } as const : null
    ),
    orLook(queries => needsFacts('K10', queries, 'was the cluster submitted before this operator took over?')),
  )
}
