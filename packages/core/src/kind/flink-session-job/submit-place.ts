import type { SubmitPlace } from '../../job/submit/continue-submit.ts'
import type { SubmitOperation } from '../../resource/operation.ts'
import { events } from './events.ts'
import { broughtBack, heldByHa } from './job-absence.ts'
import { lifeQueries } from './queries.ts'
import type { ReadyCluster, Round } from './round.ts'

/** Where a submit that is under way goes on. `notOpen`: why nothing new is sent there. */
export const submitPlace = (
  round: Round,
  cluster: ReadyCluster,
  { jobId }: SubmitOperation,
  notOpen: string | null,
): SubmitPlace => ({
  endpoint: cluster.deployed.endpoint,
  lifeQueries: lifeQueries(cluster.deployed),
  notOpen,
  attempt: round.desired.attempt,
  submitted: events.submit,
  held: () => {
    const held = heldByHa(round, cluster, jobId)
    switch (held._tag) {
      case 'Look':
        return held
      case 'Held':
        return { _tag: 'Held', by: broughtBack }
      case 'Unseen':
        return { _tag: 'Held', by: 'to see the HA metadata of the cluster' }
      case 'NotHeld':
        return null
    }
  },
})
