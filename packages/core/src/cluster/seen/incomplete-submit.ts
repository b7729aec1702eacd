import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { watched } from '../../query/watched.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { flinkConfigName, podTemplateName } from '../manifest/object-names.ts'
import { clusterQueries } from './cluster-queries.ts'
import { neverStarted, unseenStart } from './job-manager-start.ts'

/** Did the operator before finish its submit? `Yes`: or nothing speaks against it. */
export type SubmitSeen =
  | { readonly _tag: 'Yes' }
  | { readonly _tag: 'LookFirst'; readonly queries: readonly Query[]; readonly reason: string }
  /** And what it left has never run. */
  | { readonly _tag: 'No' }

const yes: SubmitSeen = { _tag: 'Yes' }

/**
 * The reference operator was stopped in the middle of a submit: its Deployment is there, and the ConfigMap that the JobManager pod mounts
 * is not, nor will anybody create it (L3). A pod that can't mount it has run nothing, and a Deployment that was never available proves the
 * same (docs/adr/0009).
 */
export const submitSeen = (round: ClusterRound): SubmitSeen => {
  const { desired, observed: { facts } } = round
  if (!mayBeStuck(round)) return yes
  const query = clusterQueries(desired).configMaps
  const { configMaps } = facts
  const isComplete = configMaps?._tag === 'Known' && mounted(round).every(name => configMaps.value.some(it => it.name === name))
  const unheard = unanswered(facts, [watched(query)])
  if (unheard.length > 0) return { _tag: 'LookFirst', queries: unheard, reason: 'is the submit of the operator before complete?' }
  if (isComplete) return yes
  // what is missing, and that nothing ever started, rests on live looks
  const missing = unanswered(facts, [query, ...unseenStart(round)])
  if (missing.length > 0) return { _tag: 'LookFirst', queries: missing, reason: 'did the JobManager of the operator before ever start?' }
  return configMaps?._tag === 'Known' && neverStarted(round) ? { _tag: 'No' } : yes
}

/**
 * ConfigMaps of the operator's own that a JobManager pod mounts: the configuration always, the template of TaskManager pods where the pod
 * asks for it.
 */
const mounted = (
  { desired: { meta: { name } }, observed: { facts: { jobManagerPods } } }: Pick<ClusterRound, 'desired' | 'observed'>,
): readonly string[] => {
  const template = podTemplateName(name)
  const isAskedFor = jobManagerPods?._tag === 'Known'
    && jobManagerPods.value.some(({ failedMount }) => failedMount?.includes(`"${template}"`) ?? false)
  return [flinkConfigName(name), ...(isAskedFor ? [template] : [])]
}

/** By what is known without a further look. */
const mayBeStuck = ({ observed: { status, facts: { deployment } }, env }: ClusterRound): boolean => {
  const { attempts, deployedAttempt, deployedSource } = status.operatorRecord
  const isOfOperatorBefore = attempts === 0 && deployedAttempt === null && deployedSource === null
    && status.reconciliationStatus.state === 'DEPLOYED'
  return isOfOperatorBefore && status.jobManagerDeploymentStatus !== 'READY' && deployment?._tag === 'Known' && !deployment.value.deleting
    // a create that was sent may arrive late
    && env.now > deployment.value.creationTimestamp + lateArrivalLimit
}
