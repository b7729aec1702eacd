import { flinkConfigName, podTemplateName } from '../../cluster/manifest/names.ts'
import { watched } from '../../query/watched.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { neverStarted, unseenStart } from '../../cluster/seen/job-manager-start.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import { haMetadataFor } from '../upgrade/upgrade-inputs-of.ts'

/**
 * The reference operator was stopped in the middle of a submit: its Deployment is there, and the ConfigMap that the JobManager pod mounts
 * is not, nor will anybody create it (L3). A pod that can't mount it has run nothing, and a Deployment that was never available proves the
 * same (docs/adr/0009). What was submitted is submitted again from where it was to start; where that is not known any more it is left for a
 * person. Null: it is no such submit.
 */
export const stuckSubmit = (round: Round, { reconciled }: Deployed): Situation | null => {
  const { desired, observed: { status, facts } } = round
  if (!mayBeStuck(round)) return null
  const query = clusterQueries(desired).configMaps
  const { configMaps } = facts
  const isComplete = configMaps?._tag === 'Known' && mounted(round).every(name => configMaps.value.some(it => it.name === name))
  const unheard = unanswered(facts, [watched(query)])
  if (unheard.length > 0)
    return { _tag: 'NeedsFacts', row: 'C29', queries: unheard, reason: 'is the submit of the operator before complete?' }
  if (isComplete) return null
  // what is missing, and that nothing ever started, rests on live looks
  const missing = unanswered(facts, [query, ...unseenStart(round)])
  if (missing.length > 0)
    return { _tag: 'NeedsFacts', row: 'C29', queries: missing, reason: 'did the JobManager of the operator before ever start?' }
  if (configMaps?._tag !== 'Known' || !neverStarted(round)) return null
  const haMetadata = haMetadataFor(round)
  const { upgradeMode } = reconciled.job
  return haMetadata === 'Unknown' || haMetadata === 'Unreadable' || (upgradeMode === 'last-state' && haMetadata !== 'Available') ? null
    : {
      _tag: 'StuckSubmit',
      row: 'C29',
      mode: upgradeMode,
      reason:
        `the operator before did not finish its submit, and JobManager ${status.jobManagerDeploymentStatus} never started: it is submitted again`,
    }
}

/**
 * ConfigMaps of the operator's own that a JobManager pod mounts: the configuration always, the template of TaskManager pods where the pod
 * asks for it.
 */
const mounted = (
  { desired: { meta: { name } }, observed: { facts: { jobManagerPods } } }: Pick<Round, 'desired' | 'observed'>,
): readonly string[] => {
  const template = podTemplateName(name)
  const isAskedFor = jobManagerPods?._tag === 'Known'
    && jobManagerPods.value.some(({ failedMount }) => failedMount?.includes(`"${template}"`) ?? false)
  return [flinkConfigName(name), ...(isAskedFor ? [template] : [])]
}

/** By what is known without a further look. */
const mayBeStuck = (round: Round): boolean => {
  const { observed: { status, facts: { deployment } }, env } = round
  const { attempts, deployedAttempt, deployedSource } = status.operatorRecord
  const isOfOperatorBefore = attempts === 0 && deployedAttempt === null && deployedSource === null
    && status.reconciliationStatus.state === 'DEPLOYED'
  return isOfOperatorBefore && status.jobManagerDeploymentStatus !== 'READY' && !isTerminal(status.jobStatus.state)
    && deployment?._tag === 'Known' && !deployment.value.deleting
    // a create that was sent may arrive late
    && env.now > deployment.value.creationTimestamp + lateArrivalLimit
}
