import { upgradeProblem } from '../../../../job/report/job-problem.ts'
import type { WorldAction } from '../../../../contract/action/action.ts'
import type { ConfigMapView } from '../../../../contract/fact/object-view.ts'
import { executionPlanKeys, haConfigMaps, haDeletion, haMetadataOfOthers } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { metadataSeen } from '../../../../cluster/high-availability/ha-observation.ts'
import {
  metadataDeletion,
  noJobOf,
  othersIn,
  planPruning,
  standing,
  zooKeeperProblem,
} from '../../../../cluster/high-availability/zookeeper-metadata.ts'
import { again } from '../../../../cluster/deploy/deploy-hooks.ts'
import { stillThere } from '../../../../cluster/deploy/clear-first.ts'
import { upgradeErrors } from '../../../../job/upgrade/upgrade-answer.ts'
import { contradictedState } from '../../../../contract/resource/last-state.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import { zooKeeperFact } from '../../../../contract/query/zookeeper-query.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import { act, look, pollMillis, wait } from '../../../../contract/round/decision.ts'
import { jobIdsOf } from '../../../../cluster/observe/classify-ownership.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import { stateBefore } from '../../../../job/record/last-state-of.ts'
import { haPlace, haQueries, observeHa, seenInZooKeeper, unseenInZooKeeper } from '../observe/application-ha-seen.ts'
import { finishDeploy } from './finish-application-deploy.ts'
import { isStateless } from '../../../../contract/resource/upgrade-mode.ts'

/**
 * Stops a first deployment that finds HA metadata of its cluster id. A job that never started left none, so the metadata belongs to a job
 * that did start: an earlier job of this resource whose status was lost, or of a resource with the same name (F02).
 */
export const sparingUnknownState = (
  round: Round,
  { purpose, abandonedAt }: DeployOperation,
): JobDecision | null => {
  const { desired: { meta, wanted }, observed: { facts, status } } = round
  if (purpose !== 'FirstDeployment' || abandonedAt !== null || isStateless(wanted?.job.upgradeMode)) return null
  const inZooKeeper = seenInZooKeeper(round)
  const [first] = [
    ...(facts.configMaps?._tag === 'Known' ? haMetadataOfOthers(facts.configMaps.value, meta.name, []) : []).map(it =>
      `ConfigMap ${it.name}`
    ),
    ...(inZooKeeper === null ? [] : othersIn(inZooKeeper.place, inZooKeeper.view, { jobIds: [], none: noJobOf(meta) })).map(it =>
      `${it.kind} ${it.name}`
    ),
  ]
  return first === undefined ? null
    : act(
      withRecord(withStatus(status, { operation: null }), {
        lastState: contradictedState(
          `the status records the job as never started, but HA metadata of a cluster of that name exists: ${first}`,
        ),
      }),
      'the operator starts nothing over existing HA metadata',
    )
}

/**
 * Prepares HA metadata, in ConfigMaps and in ZooKeeper, before a start. Before a start from empty state or from a path it is deleted,
 * because Flink would restore from it instead (B24, D-09). Before a last-state start it has to exist (B09).
 */
export const clearHaMetadata = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { facts, status } = round.observed
  return facts.configMaps?._tag !== 'Known' ? wait(status, pollMillis, 'HA metadata to become readable')
    : onceSeen(
      facts,
      haQueries(round),
      queries => look(queries, 'what does high availability keep in ZooKeeper?'),
      () =>
        untilZooKeeperAnswers(round, operation)
          ?? (operation.source._tag === 'LastState' ? pruned(round, operation) : cleared(round, operation)),
    )
}

/** Waits until the data in ZooKeeper can be read, and no killed JobManager is a candidate for leadership there. Null: so it is. */
const untilZooKeeperAnswers = (round: Round, { giveUpAt }: DeployOperation): JobDecision | null => {
  const { observed: { status }, env } = round
  const inZooKeeper = seenInZooKeeper(round)
  const unseen = unseenInZooKeeper(round) ?? (inZooKeeper === null ? null : standing(inZooKeeper.place, inZooKeeper.view))
  return unseen === null ? null : wait(status, pollMillis, unseen, env.now > giveUpAt ? zooKeeperProblem(unseen) : null)
}

const cleared = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { desired, observed: { status } } = round
  // this attempt was sent before and its own job left HA metadata: the job ran, so it counts as lost and is recovered as a lost job (P01)
  if (operation.abandonedAt !== null && isLeftBy(round, operation)) return finishDeploy(round, operation)
  const found = ownConfigMaps(round)
  const waitsForEnd = mayBeBroughtBack(round)
  if (waitsForEnd !== null) return wait(status, round.env.options.observerProgressCheckInterval, waitsForEnd, zooKeeperProblem(waitsForEnd))
  const effect = haDeletion(desired.meta, found) ?? zooKeeperDeletion(round)
  if (effect !== null)
    return act(status, 'HA metadata of the last job is deleted: the new job must not restore from it', { effects: [effect] })
  return found.length > 0
    ? wait(
      status,
      pollMillis,
      'HA metadata of the last job to be gone',
      stillThere(round, operation, 'HA metadata of the last job to be gone'),
    ) : null
}

/**
 * The operator may connect to the ZooKeeper ensemble, but not read it. The plan of the last job exists there unless Flink deleted it, which
 * happens when the job ends. If it exists, the new JobManager would run both jobs (P02).
 */
const mayBeBroughtBack = (round: Round): string | null => {
  const place = haPlace(round)
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(round.observed.facts, place.place) : undefined
  const { jobStatus: { jobId, state } } = round.observed.status
  return fact?._tag === 'Unknown' && jobId !== null && !isTerminal(state)
    ? `permission to read the data of the last job in ZooKeeper: ${fact.message}` : null
}

const zooKeeperDeletion = (round: Round): WorldAction | null => {
  const seen = seenInZooKeeper(round)
  return seen === null ? null : metadataDeletion(seen.place, seen.view, jobIdsOf(round.observed.status), 'Jobs')
}

/**
 * Checks what an abandoned attempt left before the operator gives it up. Its job may have run although its Deployment does not exist,
 * because another party may have deleted it; HA metadata proves that it ran (P01). While a JobManager exists, it may still write some.
 */
export const seeingWhatItLeft = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { facts, status } = round.observed
  if (facts.jobManagerPods?._tag !== 'Known' || facts.jobManagerPods.value.length > 0) {
    const gone = 'the JobManager of the abandoned attempt to be gone, if there is one'
    return wait(status, pollMillis, gone, stillThere(round, operation, gone))
  }
  return onceSeen(
    facts,
    haQueries(round),
    queries => look(queries, 'has the job of the abandoned attempt left HA metadata?'),
    () =>
      untilZooKeeperAnswers(round, operation)
        ?? (metadataSeen(observeHa(round), operation.jobId) === 'Unknown' ? wait(status, pollMillis, 'HA metadata to become readable')
          : null),
  )
}

/** Did the job of this attempt leave HA metadata, in ConfigMaps or in ZooKeeper? */
const isLeftBy = (round: Round, { jobId }: DeployOperation): boolean => {
  const haObservation = observeHa(round)
  return metadataSeen(haObservation, jobId) === 'Available'
    || metadataSeen({ ...haObservation, place: { _tag: 'Kubernetes' } }, jobId) === 'Available'
}

const ownConfigMaps = ({ desired: { meta }, observed: { facts, status } }: Round): readonly ConfigMapView[] =>
  facts.configMaps?._tag === 'Known' ? haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status)) : []

const pruned = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { desired: { meta: { namespace } }, observed: { status }, env } = round
  const haObservation = observeHa(round)
  const place = haObservation.place._tag === 'ZooKeeper' ? haObservation : { ...haObservation, place: { _tag: 'Kubernetes' } as const }
  if (metadataSeen(place, operation.jobId) !== 'Available')
    return again(round, { stateBefore: stateBefore(operation) }, 'HA metadata is gone', upgradeProblem('RestoreFailed', upgradeErrors.E3))
  const jobIds = jobIdsOf(status)
  const configMaps = ownConfigMaps(round).flatMap(configMap => {
    const keys = executionPlanKeys(configMap, jobIds)
    return keys.length === 0 ? [] : [{ name: configMap.name, resourceVersion: configMap.resourceVersion, keys }]
  })
  const seen = seenInZooKeeper(round)
  const effect: WorldAction | null = configMaps.length > 0 ? { _tag: 'PruneHaExecutionPlan', namespace, configMaps }
    : seen === null ? null : planPruning(seen.place, seen.view, jobIds)
  return effect === null ? null
    : act(status, 'the stored job graph is deleted, so that Flink runs the new one', {
      effects: [effect],
      after: env.now < operation.giveUpAt ? 0 : pollMillis,
    })
}
