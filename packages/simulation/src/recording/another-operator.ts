import { isRight } from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '@flink-operator/core/codec'
import type { DeploymentView } from '@flink-operator/core/fact'
import { flattenConfiguration as flatten } from '@flink-operator/core/flink-configuration'
import { attemptAnnotation, clusterParts, partRef } from '@flink-operator/core/manifest'
import { type FlinkDeploymentSpec, lastStateMarker } from '@flink-operator/core/resource'
import { type CompactInput, modelledConfiguration } from '../flink/cluster-configuration.ts'
import { storedAt } from '../flink/ghost-progress.ts'
import { type FlinkDeploymentResource, type ObjectHead, uidOf, versionOf, type World } from '../world/world.ts'
import { decoded, type Entry, resourceIn } from './edits.ts'

/** A JobManager Deployment of the resource without an attempt of ours: another operator created it, and recorded what it deployed. */
export interface DeployedByAnother {
  /** The first line that shows it. */
  readonly first: number
  readonly deployment: DeploymentView
  /** The resource in the first line after the Deployment existed. */
  readonly resource: FlinkDeploymentResource
  /** The spec that the other operator recorded for its deploy. */
  readonly spec: FlinkDeploymentSpec
}

const deploymentIn = ({ value }: Entry): DeploymentView | null => {
  if (!('line' in value)) return null
  if (value.line === 'Watch') return value.seen.kind === 'Deployment' ? value.seen.deployment : null
  return value.line === 'Look' && value.query._tag === 'ReadDeployment' && value.fact._tag === 'Known'
    ? value.fact.value as DeploymentView : null
}

const recordedSpec = ({ status }: FlinkDeploymentResource): FlinkDeploymentSpec | null => {
  const { lastReconciledSpec } = status.reconciliationStatus
  const read = lastReconciledSpec === null ? null : decodeRecordedSpec(lastReconciledSpec)
  return read !== null && isRight(read) ? read.right.spec : null
}

/** In order of appearance. `entries` contain no foreign objects. */
export const deployedByOthers = (entries: readonly Entry[]): readonly DeployedByAnother[] => {
  const found = new Map<string, DeployedByAnother>()
  for (const [first, entry] of entries.entries()) {
    const deployment = deploymentIn(entry)
    if (deployment === null || found.has(deployment.uid) || deployment.annotations[attemptAnnotation] !== undefined) continue
    const json = entries.slice(first).map(resourceIn).find(it => it != null)
    const resource = json == null ? null : decoded(json)
    const spec = resource === null ? null : recordedSpec(resource)
    if (resource !== null && spec !== null && deployment.ownerUids.includes(resource.meta.uid))
      found.set(deployment.uid, { first, deployment, resource, spec })
  }
  return [...found.values()]
}

/** The state that its job was to be restored from; null: none, as for a first deploy and a stateless one. */
export const restorePathOf = ({ resource: { status }, spec: { job } }: DeployedByAnother): string | null =>
  job === null || job.upgradeMode === 'stateless' ? job?.initialSavepointPath ?? null : status.jobStatus.upgradeSavepointPath

const inputOf = (deployed: DeployedByAnother): CompactInput => {
  const { resource: { meta: { name }, status: { jobStatus: { jobId } } }, spec: { flinkVersion, flinkConfiguration } } = deployed
  const path = restorePathOf(deployed)
  const configuration = {
    ...flatten(flinkConfiguration),
    ...(jobId === null ? {} : { '$internal.pipeline.job-id': jobId }),
    ...(path === null ? {} : { 'execution.savepoint.path': path }),
  }
  return { clusterId: name, flinkVersion: flinkVersion ?? 'v1_20', attempt: null, configuration: modelledConfiguration(configuration) }
}

/** Adds the objects of its cluster, without a pod: Kubernetes and Flink do the rest. */
export const withCluster = (world: World, deployed: DeployedByAnother): World => {
  const { deployment, spec } = deployed
  const input = inputOf(deployed)
  const parts = clusterParts({
    mode: spec.mode ?? 'native',
    configuration: flatten(spec.flinkConfiguration),
    taskManagerPodTemplate: spec.podTemplate ?? spec.taskManager?.podTemplate ?? null,
  })
  const objects = parts.map((part, index): { readonly part: typeof part; readonly kind: string; readonly head: ObjectHead } => {
    const { kind, name } = partRef(part, input.clusterId)
    return {
      part,
      kind,
      head: {
        name,
        uid: part === 'JobManagerDeployment' ? deployment.uid : uidOf(world.serial + index),
        version: versionOf(world.serial + index),
        deleting: false,
        annotations: {},
        ownerUids: kind === 'Deployment' ? deployment.ownerUids : [deployment.uid],
      },
    }
  })
  const of = (wanted: string): readonly ObjectHead[] => objects.filter(({ kind }) => kind === wanted).map(({ head }) => head)
  return {
    ...world,
    serial: world.serial + parts.length,
    configMaps: [...world.configMaps, ...of('ConfigMap')],
    services: [...world.services, ...of('Service')],
    deployments: [
      ...world.deployments,
      ...objects.filter(({ kind }) => kind === 'Deployment').map(({ part, head }) => ({
        ...head,
        role: part === 'JobManagerDeployment' ? 'JobManager' as const : 'TaskManager' as const,
        created: part === 'JobManagerDeployment' ? deployment.creationTimestamp : world.now,
        input,
        replicas: 1,
        availableSince: null,
        started: false,
      })),
    ],
  }
}

/** Adds the state that its job was restored from, which was in storage or named by HA metadata. */
export const withItsState = (world: World, deployed: DeployedByAnother): World => {
  const path = restorePathOf(deployed)
  const { resource: { status: { jobStatus: { jobId } } } } = deployed
  if (path === null || storedAt(world, path) !== undefined) return world
  if (path !== lastStateMarker) return { ...world, storage: [...world.storage, { path, kind: 'Savepoint', progress: 0, current: true }] }
  const checkpoint = `file:/flink/checkpoints/chk-${String(world.stored).padStart(9, '0')}`
  return {
    ...world,
    stored: world.stored + 1,
    serial: world.serial + 2,
    storage: [...world.storage, { path: checkpoint, kind: 'Checkpoint', progress: 0, current: true }],
    ha: {
      cluster: { uid: uidOf(world.serial), version: versionOf(world.serial), plans: [] },
      jobs: jobId === null ? [] : [{
        uid: uidOf(world.serial + 1),
        version: versionOf(world.serial + 1),
        jobId,
        checkpointId: 1,
        pointer: checkpoint,
        counter: true,
      }],
    },
  }
}
