import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import {
  executionPlanKeys,
  haConfigMaps,
  haDeletion,
  haMetadataOf,
  haMetadataOfOthers,
} from '../../cluster/high-availability/ha-metadata.ts'
import { upgradeErrors } from '../../job/upgrade/upgrade-answer.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { finishDeploy } from './finish-deploy.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { unrenderable } from '../../cluster/manifest/renderable.ts'
import type { JobDecision, Round } from '../round.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { drivenTearDown } from '../../cluster/tear-down/driven-tear-down.ts'
import { tearDownStep } from '../../cluster/tear-down/tear-down-step.ts'
import { heldUp } from './held-up.ts'
import { again, isOutdated } from './attempt-outdated.ts'
import { startCreating } from './create-attempt.ts'

/**
 * Step `TearDown`: what another attempt left goes first, seen gone by live looks; then HA metadata that the new job must not find (P02,
 * B24).
 */
export const clear = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const spared = completedFirst(round, operation) ?? sparingUnknownCluster(round, operation) ?? sparingUnknownState(round, operation)
  if (spared !== null) return spared
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, 'Deploy')
  if (isOutdated(round) && !isPastReturn(round, operation))
    return operation.abandonedAt === null
      ? again(round, operation, 'the spec changed before the attempt was sent')
      : act(
        withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
        'the spec changed; nothing more of this attempt is sent',
      )
  const unrendered = stillRuns(round, operation) && desired.attempt !== null
    ? unrenderable(desired.meta, desired.mode, desired.attempt.target) : null
  if (unrendered !== null) return again(round, operation, "the unhealthy job is left alone: its cluster can't be rendered any more")
  return heldUp(round, operation, step) ?? drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'what is left of the last cluster?',
    whenGone: () => clearHaMetadata(round, operation),
    problem: step._tag === 'Blind' ? null : stillThere(round, operation, slowStep(step)),
  })
}

/**
 * An unhealthy job still runs when its cluster begins to go. From then on it can't be stopped with a savepoint, nor be lost by itself: the
 * restart is finished, and whatever was edited meanwhile is done to what it brings up. While it can't be seen how far it is, nothing else
 * is begun either (P14).
 */
const isPastReturn = (round: Round, operation: DeployOperation): boolean =>
  operation.purpose === 'RestartUnhealthy' && !stillRuns(round, operation)

const stillRuns = ({ observed: { facts: { deployment } } }: Pick<Round, 'observed'>, { purpose }: DeployOperation): boolean =>
  purpose === 'RestartUnhealthy' && deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
  && deployment.value.wantedReplicas > 0

/**
 * The Deployment of this very attempt runs, so it is not what is left of another: somebody put an older record back, or it arrived after
 * all.
 */
const completedFirst = (
  { observed: { facts: { deployment }, status } }: Pick<Round, 'observed'>,
  operation: DeployOperation,
): JobDecision | null =>
  deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
    && deployment.value.annotations[attemptAnnotation] === operation.id
    ? act(
      withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
      'the attempt is there already: it is completed first',
    ) : null

/**
 * HA metadata beside a job that never started is of a job that did: of this resource before its status was lost, or of one that had its
 * name (F02).
 */
const sparingUnknownState = (
  { desired: { meta, wanted }, observed: { facts, status } }: Pick<Round, 'desired' | 'observed'>,
  { purpose, abandonedAt }: DeployOperation,
): JobDecision | null => {
  const left =
    purpose === 'FirstDeployment' && abandonedAt === null && wanted?.job.upgradeMode !== 'stateless' && facts.configMaps?._tag === 'Known'
      ? haMetadataOfOthers(facts.configMaps.value, meta.name, []) : []
  const [first] = left
  return first === undefined ? null
    : act(
      withRecord(withStatus(status, { operation: null }), {
        lastState: contradictedState(
          `the job is recorded as never started, but HA metadata of a cluster of that name is there: ConfigMap ${first.name}`,
        ),
      }),
      'nothing is started over HA metadata that is there',
    )
}

const stillThere = (
  { env }: Pick<Round, 'env'>,
  { giveUpAt }: DeployOperation,
  waitingFor: string,
): Problem | null => (env.now > giveUpAt ? slowDeletion('The last cluster', waitingFor) : null)

/**
 * Before an empty start or one from a path HA metadata goes, else Flink would restore from it (B24, D-09); before a last-state start it has
 * to be there (B09).
 */
const clearHaMetadata = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const { namespace, name } = desired.meta
  if (facts.configMaps?._tag !== 'Known') return wait(status, pollMillis, 'to see HA metadata')
  const jobIds = jobIdsOf(status)
  const found = haConfigMaps(facts.configMaps.value, name, jobIds)
  if (operation.source._tag !== 'LastState') {
    // sent before, and its very job has left HA metadata: it ran, so it is lost like any other and recovered as such (P01)
    if (operation.abandonedAt !== null && haMetadataOf(facts.configMaps, name, operation.jobId) === 'Available')
      return finishDeploy(round, operation)
    const effect = haDeletion(desired.meta, found)
    if (effect !== null) return act(status, 'HA metadata of the last job goes: the new one must not restore from it', { effects: [effect] })
    return found.length > 0
      ? wait(
        status,
        pollMillis,
        'HA metadata of the last job to be gone',
        stillThere(round, operation, 'HA metadata of the last job to be gone'),
      ) : startCreating(round, operation)
  }
  if (haMetadataOf(facts.configMaps, name, operation.jobId) !== 'Available')
    return again(round, operation, 'HA metadata is gone', {
      owner: 'upgrade',
      type: 'UpgradeFailureException',
      message: upgradeErrors.E3,
      reason: 'RestoreFailed',
    })
  const plans = found.flatMap(configMap => {
    const keys = executionPlanKeys(configMap, jobIds)
    return keys.length === 0 ? [] : [{ name: configMap.name, resourceVersion: configMap.resourceVersion, keys }]
  })
  return plans.length > 0
    ? act(status, 'the stored job graph goes, so that the new one is run', {
      effects: [{ _tag: 'PruneHaExecutionPlan', namespace, configMaps: plans }],
      after: env.now < operation.giveUpAt ? 0 : pollMillis,
    })
    : startCreating(round, operation)
}
