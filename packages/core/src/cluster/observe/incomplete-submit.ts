import { flinkConfigName, podTemplateName } from '../../manifest/object-metadata.ts'
import type { ClusterRound } from '../cluster-round.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Asked, inStages } from '../../contract/query/ask.ts'
import { watched } from '../../contract/query/query.ts'
import { lateArrivalLimit } from '../../contract/resource/operation.ts'
import { clusterQueries } from './cluster-queries.ts'
import { neverStarted, unseenStart } from './job-manager-start.ts'

/** True if every object of the submit exists that the previous operator recorded as begun (control-flow.md, section 3.2; L3). */
export const isSubmitted = ({ observed: { facts, status }, desired: { meta } }: Pick<ClusterRound, 'observed' | 'desired'>): boolean =>
  facts.deployment?._tag === 'Known' && !facts.deployment.value.deleting
  && facts.deployment.value.annotations['flinkdeployment.flink.apache.org/generation'] === String(status.observedGeneration ?? -1)
  && facts.configMaps?._tag === 'Known' && facts.configMaps.value.some(({ name }) => name === flinkConfigName(meta.name))

/**
 * Detects a submit in the middle of which the reference operator was stopped: its Deployment exists, but the ConfigMap that the JobManager
 * pod mounts does not, and no controller will create it (L3). A pod that can't mount it never ran, and a Deployment that was never
 * available proves the same (docs/adr/0009). False: the submit was finished, or nothing contradicts that.
 */
export const isSubmitUnfinished = (round: ClusterRound): Asked<boolean> => {
  const { desired, observed: { facts } } = round
  if (!mayBeStuck(round)) return E.right(false)
  const query = clusterQueries(desired).configMaps
  const { configMaps } = facts
  const isComplete = configMaps?._tag === 'Known' && mounted(round).every(name => configMaps.value.some(it => it.name === name))
  return pipe(
    facts,
    // that an object is missing, and that nothing ever started, needs live queries
    inStages(() => [watched(query)], () => (isComplete ? [] : [query, ...unseenStart(round)])),
    E.map(() => !isComplete && configMaps?._tag === 'Known' && neverStarted(round)),
  )
}

/**
 * The operator's ConfigMaps that a JobManager pod mounts: the configuration always, the TaskManager pod template if the pod asks for it.
 */
const mounted = (
  { desired: { meta: { name } }, observed: { facts: { jobManagerPods } } }: Pick<ClusterRound, 'desired' | 'observed'>,
): readonly string[] => {
  const template = podTemplateName(name)
  const isAskedFor = jobManagerPods?._tag === 'Known'
    && jobManagerPods.value.some(({ failedMount }) => failedMount?.includes(`"${template}"`) ?? false)
  return [flinkConfigName(name), ...(isAskedFor ? [template] : [])]
}

/** True if the submit may be stuck, according to the facts so far. */
const mayBeStuck = ({ observed: { status, facts: { deployment } }, env }: ClusterRound): boolean => {
  const { attempts, deployedAttempt, deployedSource } = status.operatorRecord
  const isOfOperatorBefore = attempts === 0 && deployedAttempt === null && deployedSource === null
    && status.reconciliationStatus.state === 'DEPLOYED'
  return isOfOperatorBefore && status.jobManagerDeploymentStatus !== 'READY' && deployment?._tag === 'Known' && !deployment.value.deleting
    // a create request may arrive late
    && env.now > deployment.value.creationTimestamp + lateArrivalLimit
}
