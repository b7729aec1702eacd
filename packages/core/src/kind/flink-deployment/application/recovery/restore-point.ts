import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { isSamePlace } from '../../../../options/ha-place.ts'
import { checkpointSeen, type HaObservation } from '../../../../cluster/high-availability/ha-observation.ts'
import { type RestoreAnswer, type RestoreFrom, type RestoreInputs, restoreSource } from '../../../../job/upgrade/restore-source.ts'
import type { LastState } from '../../../../contract/resource/last-state.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { startOf } from '../../../../job/record/last-state-of.ts'
import { type Asked, asked } from '../../../../contract/query/ask.ts'
import type { RestoreSource } from '../../../../contract/resource/operation.ts'
import type { Round } from '../application-round.ts'
import { haPlaceFor, haQueries, observeHa, unseenInZooKeeper } from '../observe/application-ha-seen.ts'
import { seenHaMetadata } from '../upgrade/available-upgrade-mode.ts'

/** The state from which a cluster of `target` restores a job that was left in `lastState`, by the facts of this round. */
export const sourceFor = (round: Round, target: ConfiguredSpec, lastState: LastState): Asked<RestoreAnswer> => {
  const { observed: { status }, desired } = round
  const haObservation = whereLeft(round)
  return restoreSource({
    requested: target.job.upgradeMode,
    lastState,
    haMetadata: haMetadataSeen(round),
    checkpoint: checkpointSeen(haObservation, status.jobStatus.jobId),
    startedFrom: startOf(status, desired.deployed),
    readsHaMetadata: isSamePlace(haPlaceFor(round, target), haObservation.place),
    leftIn: haObservation.place._tag === 'ZooKeeper' ? 'ZooKeeper' : 'Kubernetes',
  })
}

const haMetadataSeen = (round: Round): RestoreInputs['haMetadata'] => {
  const seen = seenHaMetadata(round)
  return seen !== 'NotLooked' ? E.right(seen) : pipe(round.observed.facts, asked(haQueries(round)), E.map(() => 'Unknown'))
}

/** The same, with the data in ZooKeeper that the round waits for. */
export const restoreFrom = (round: Round, target: ConfiguredSpec, lastState: LastState): Asked<RestoreFrom<RestoreSource>> =>
  pipe(sourceFor(round, target, lastState), E.map(answer => restoreBy(round, answer)))

const restoreBy = (round: Round, answer: RestoreAnswer): RestoreFrom<RestoreSource> => {
  switch (answer._tag) {
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

/**
 * The place where the last job left its HA metadata: ConfigMaps, whatever the newest spec says (F11), unless the last cluster used
 * ZooKeeper and the ConfigMaps hold nothing.
 */
const whereLeft = (round: Round): HaObservation => {
  const haObservation = observeHa(round)
  const { clusterId, facts, place } = haObservation
  return place._tag === 'ZooKeeper' && haMetadataOf(facts.configMaps, clusterId, round.observed.status.jobStatus.jobId) !== 'Available'
    ? haObservation : { ...haObservation, place: { _tag: 'Kubernetes' } }
}
