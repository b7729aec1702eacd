import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import type { WorldAction } from '../../action/action.ts'
import type { ConfigMapView } from '../../fact/object-view.ts'
import { executionPlanKeys, haConfigMaps, haDeletion, haMetadataOfOthers } from '../../cluster/high-availability/ha-config-maps.ts'
import { metadataSeen } from '../../cluster/high-availability/ha-sight.ts'
import {
  metadataDeletion,
  noJobOf,
  othersIn,
  planPruning,
  standing,
  zooKeeperProblem,
} from '../../cluster/high-availability/zookeeper-metadata.ts'
import { again } from '../../cluster/deploy/attempt-outdated.ts'
import { stillThere } from '../../cluster/deploy/clear-first.ts'
import { upgradeErrors } from '../../job/upgrade/upgrade-answer.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { zooKeeperFact } from '../../query/zookeeper-query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { stateBefore } from '../../job/record/restore-source-of.ts'
import { haPlace, haQueries, haSight, seenInZooKeeper, unseenInZooKeeper } from '../seen/application-ha-seen.ts'
import { finishDeploy } from './finish-deploy.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'

/**
 * HA metadata beside a job that never started is of a job that did: of this resource before its status was lost, or of one that had its
 * name (F02).
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
          `the job is recorded as never started, but HA metadata of a cluster of that name is there: ${first}`,
        ),
      }),
      'nothing is started over HA metadata that is there',
    )
}

/**
 * Before an empty start or one from a path HA metadata goes, else Flink would restore from it (B24, D-09); before a last-state start it has
 * to be there (B09). In ZooKeeper as in ConfigMaps.
 */
export const clearHaMetadata = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { observed: { facts, status }, env } = round
  if (facts.configMaps?._tag !== 'Known') return wait(status, pollMillis, 'to see HA metadata')
  const missing = unanswered(facts, haQueries(round))
  if (missing.length > 0) return look(missing, 'what does high availability keep in ZooKeeper?')
  const inZooKeeper = seenInZooKeeper(round)
  const unseen = unseenInZooKeeper(round) ?? (inZooKeeper === null ? null : standing(inZooKeeper.place, inZooKeeper.view))
  if (unseen !== null) return wait(status, pollMillis, unseen, env.now > operation.giveUpAt ? zooKeeperProblem(unseen) : null)
  return operation.source._tag === 'LastState' ? pruned(round, operation) : cleared(round, operation)
}

const cleared = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { desired, observed: { status } } = round
  // sent before, and its very job has left HA metadata: it ran, so it is lost like any other and recovered as such (P01)
  if (operation.abandonedAt !== null && isLeftBy(round, operation)) return finishDeploy(round, operation)
  const found = ownConfigMaps(round)
  const waitsForEnd = mayBeBroughtBack(round)
  if (waitsForEnd !== null) return wait(status, round.env.options.observerProgressCheckInterval, waitsForEnd, zooKeeperProblem(waitsForEnd))
  const effect = haDeletion(desired.meta, found) ?? inZooKeeperGoes(round)
  if (effect !== null) return act(status, 'HA metadata of the last job goes: the new one must not restore from it', { effects: [effect] })
  return found.length > 0
    ? wait(
      status,
      pollMillis,
      'HA metadata of the last job to be gone',
      stillThere(round, operation, 'HA metadata of the last job to be gone'),
    ) : null
}

/**
 * An ensemble that the operator may connect to, and that lets it read nothing: the plan of the last job is there unless Flink took it away,
 * which it does with the end of the job. Else the new JobManager would run both (P02).
 */
const mayBeBroughtBack = (round: Round): string | null => {
  const place = haPlace(round)
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(round.observed.facts, place.place) : undefined
  const { jobStatus: { jobId, state } } = round.observed.status
  return fact?._tag === 'Unknown' && jobId !== null && !isTerminal(state)
    ? `to be let read what ZooKeeper keeps of the last job: ${fact.message}` : null
}

const inZooKeeperGoes = (round: Round): WorldAction | null => {
  const seen = seenInZooKeeper(round)
  return seen === null ? null : metadataDeletion(seen.place, seen.view, jobIdsOf(round.observed.status), 'Jobs')
}

/**
 * The job of an attempt that is not there may have run all the same, and been taken away by somebody: what it has left tells (P01). As
 * long as there is a JobManager it may still leave something.
 */
export const seeingWhatItLeft = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { observed: { facts, status }, env } = round
  if (facts.jobManagerPods?._tag !== 'Known' || facts.jobManagerPods.value.length > 0) {
    const gone = 'the JobManager of the abandoned attempt to be gone, if there is one'
    return wait(status, pollMillis, gone, stillThere(round, operation, gone))
  }
  const missing = unanswered(facts, haQueries(round))
  if (missing.length > 0) return look(missing, 'has the job of the abandoned attempt left HA metadata?')
  const inZooKeeper = seenInZooKeeper(round)
  const unseen = unseenInZooKeeper(round) ?? (inZooKeeper === null ? null : standing(inZooKeeper.place, inZooKeeper.view))
  if (unseen !== null) return wait(status, pollMillis, unseen, env.now > operation.giveUpAt ? zooKeeperProblem(unseen) : null)
  return metadataSeen(haSight(round), operation.jobId) === 'Unknown' ? wait(status, pollMillis, 'to see HA metadata') : null
}

/** Of this very job, wherever it is. */
const isLeftBy = (round: Round, { jobId }: DeployOperation): boolean => {
  const sight = haSight(round)
  return metadataSeen(sight, jobId) === 'Available' || metadataSeen({ ...sight, place: { _tag: 'Kubernetes' } }, jobId) === 'Available'
}

const ownConfigMaps = ({ desired: { meta }, observed: { facts, status } }: Round): readonly ConfigMapView[] =>
  facts.configMaps?._tag === 'Known' ? haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status)) : []

const pruned = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { desired: { meta: { namespace } }, observed: { status }, env } = round
  const sight = haSight(round)
  const place = sight.place._tag === 'ZooKeeper' ? sight : { ...sight, place: { _tag: 'Kubernetes' } as const }
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
    : act(status, 'the stored job graph goes, so that the new one is run', {
      effects: [effect],
      after: env.now < operation.giveUpAt ? 0 : pollMillis,
    })
}
