import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../action/emit-event.ts'
import { viewAt } from '../cluster/high-availability/ha-sight.ts'
import { deleteHaFromZooKeeper } from '../cluster/tear-down/delete-ha-from-zookeeper.ts'
import type { HaPlace } from '../operator-options/ha-place.ts'
import { asked, orLook } from '../query/ask.ts'
import type { TearDownOperation } from '../resource/operation.ts'
import { look, pollMillis, wait } from '../round/decision.ts'
import { event } from '../round/event.ts'
import { haPlaceFor } from './session-ha-seen.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'
import { idsOf, sessionJobsOf, unseenSessionJobs } from './session-jobs.ts'

const placeOf = (round: SessionRound): HaPlace => {
  const { deployed } = round.desired
  return deployed._tag === 'Deployed' ? haPlaceFor(round, deployed.running) : { _tag: 'Nowhere' }
}

const ownJobs = ({ observed: { facts } }: SessionRound): readonly string[] => sessionJobsOf(facts).flatMap(idsOf)

/**
 * With the resource goes what ZooKeeper keeps of the jobs of its FlinkSessionJobs, and the cluster's node where nothing else is in it. That
 * node has the resource's name without its namespace: a job there that no FlinkSessionJob names may be another cluster's, and stays. Null:
 * nothing is left to do.
 */
export const deleteSessionClusterFromZooKeeper = (
  round: SessionRound,
  { giveUpAt }: Pick<TearDownOperation, 'giveUpAt'>,
): SessionDecision | null => {
  const { desired: { meta: { namespace, name } }, observed: { facts, status }, env } = round
  const place = placeOf(round)
  if (place._tag !== 'ZooKeeper') return null
  return pipe(
    facts,
    asked([{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }]),
    E.map(() => {
      const unseen = unseenSessionJobs(facts)
      return unseen !== null && env.now <= giveUpAt ? wait(status, pollMillis, unseen)
        : deleteHaFromZooKeeper({ status, facts, env, place, queries: [], jobIds: ownJobs(round), what: 'Cluster', gives: true, giveUpAt })
    }),
    orLook(queries => look(queries, 'whose are the jobs that ZooKeeper keeps?')),
  )
}

/** Jobs of others, or of nobody, that stay there: told, once. */
export const leftInZooKeeper = (round: SessionRound): readonly EmitEvent[] => {
  const seen = viewAt(placeOf(round), round.observed.facts)
  const owned = ownJobs(round)
  const left = seen === null ? [] : [...seen.view.plans, ...seen.view.jobs].map(({ jobId }) => jobId).filter(id => !owned.includes(id))
  if (seen === null || left.length === 0) return []
  const message =
    `ZooKeeper ${seen.place.quorum} still keeps high-availability metadata at ${seen.place.path} of jobs that no FlinkSessionJob names: ${
      [...new Set(left)].slice(0, 5).join(', ')
    }. It may be of another cluster of that name, and stays`
  return [event('Warning', 'Operator', 'CleanupFailed', message, null, 'Once')]
}
