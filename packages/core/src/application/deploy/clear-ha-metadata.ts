import {
  executionPlanKeys,
  haConfigMaps,
  haDeletion,
  haMetadataOf,
  haMetadataOfOthers,
} from '../../cluster/high-availability/ha-metadata.ts'
import { again } from '../../cluster/deploy/attempt-outdated.ts'
import { stillThere } from '../../cluster/deploy/clear-first.ts'
import { upgradeErrors } from '../../job/upgrade/upgrade-answer.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act, pollMillis, wait } from '../../round/decision.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { JobDecision, Round } from '../round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { stateBefore } from '../../job/record/restore-source-of.ts'
import { finishDeploy } from './finish-deploy.ts'

/**
 * HA metadata beside a job that never started is of a job that did: of this resource before its status was lost, or of one that had its
 * name (F02).
 */
export const sparingUnknownState = (
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

/**
 * Before an empty start or one from a path HA metadata goes, else Flink would restore from it (B24, D-09); before a last-state start it has
 * to be there (B09).
 */
export const clearHaMetadata = (round: Round, operation: DeployOperation): JobDecision | null => {
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
      ) : null
  }
  if (haMetadataOf(facts.configMaps, name, operation.jobId) !== 'Available')
    return again(round, { stateBefore: stateBefore(operation) }, 'HA metadata is gone', {
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
    : null
}
