import { haMetadataOf } from '../../cluster/high-availability/ha-config-maps.ts'
import { isSamePlace } from '../../operator-options/ha-place.ts'
import { checkpointSeen, type HaSight } from '../../cluster/high-availability/ha-sight.ts'
import { type RestoreAnswer, type RestoreFrom, restoreSource } from '../../job/upgrade/restore-source.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { startOf } from '../../job/record/last-state-of.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { RestoreSource } from '../../resource/operation.ts'
import type { Round } from '../application-round.ts'
import { haPlaceFor, haQueries, haSight, unseenInZooKeeper } from '../seen/application-ha-seen.ts'
import { seenHaMetadata } from '../upgrade/upgrade-inputs-of.ts'

/** Where a job that was left in `lastState` goes on from in a cluster of `target`, by what this round sees. */
export const sourceFor = (round: Round, target: ConfiguredSpec, lastState: LastState): RestoreAnswer => {
  const { observed: { status }, desired } = round
  const sight = whereLeft(round)
  return restoreSource({
    requested: target.job.upgradeMode,
    lastState,
    haMetadata: seenHaMetadata(round),
    checkpoint: checkpointSeen(sight, status.jobStatus.jobId),
    startedFrom: startOf(status, desired.deployed),
    readsHaMetadata: isSamePlace(haPlaceFor(round, target), sight.place),
    leftIn: sight.place._tag === 'ZooKeeper' ? 'ZooKeeper' : 'Kubernetes',
  })
}

/** The same, with what has to be looked at first, and what of ZooKeeper is waited for. */
export const restoreFrom = (round: Round, target: ConfiguredSpec, lastState: LastState): RestoreFrom<RestoreSource> => {
  const answer = sourceFor(round, target, lastState)
  switch (answer._tag) {
    case 'LookFirst':
      return { ...answer, queries: unanswered(round.observed.facts, haQueries(round)) }
    case 'Wait':
      return { ...answer, reason: unseenInZooKeeper(round) ?? answer.reason }
    case 'Blocked':
      return answer
    case 'Empty':
    case 'Path':
    case 'LastState':
      return { _tag: 'From', source: answer }
  }
}

/** ConfigMaps, whatever the newest spec says (F11), unless what ran last kept it in ZooKeeper and they hold nothing. */
const whereLeft = (round: Round): HaSight => {
  const sight = haSight(round)
  const { clusterId, facts, place } = sight
  return place._tag === 'ZooKeeper' && haMetadataOf(facts.configMaps, clusterId, round.observed.status.jobStatus.jobId) !== 'Available'
    ? sight : { ...sight, place: { _tag: 'Kubernetes' } }
}
