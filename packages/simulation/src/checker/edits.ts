import type { FlinkDeploymentSpec, UpgradeMode, JsonObject } from '@flink-operator/core/resource'
import { pauseAnnotation } from '@flink-operator/core/round'
import type { WorldEvent } from '../world/world-event.ts'
import { fromJob } from '../world/jobs.ts'
import { jobResourceOf, stateSnapshotsOf } from '../world/resources.ts'
import type { JobResource, SpecOfJob, World } from '../world/world.ts'
import type { Edit } from './move.ts'

/** What users do in the small worlds. */
type Change = (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec
/** Applies a change to any spec. Fields that a FlinkSessionJob's spec doesn't have stay absent. */
export const changed = (change: Change, spec: SpecOfJob): SpecOfJob => change(spec as FlinkDeploymentSpec)

export const ofJob =
  (change: Partial<NonNullable<FlinkDeploymentSpec['job']>>): Change =>
  spec => (spec.job === null ? spec : { ...spec, job: { ...spec.job, ...change } })
export const configured = (values: Readonly<Record<string, string>>): Change => spec => ({
  ...spec,
  flinkConfiguration: { ...spec.flinkConfiguration, ...values },
})

/** Changing the same spec gives the same object each time. */
const remembered = (change: Change): Change => {
  const made = new WeakMap<FlinkDeploymentSpec, FlinkDeploymentSpec>()
  return before => {
    const known = made.get(before)
    if (known !== undefined) return known
    const after = change(before)
    made.set(before, after)
    return after
  }
}
/** An edit of the current job's resource (here: the FlinkDeployment), as long as it is not being deleted. */
const ofResource = (name: string, event: (resource: JobResource, world: World) => WorldEvent): Edit => ({
  name,
  event: world => {
    const resource = jobResourceOf(world)
    return resource === null || resource.meta.deletionTimestamp !== null ? null : event(resource, world)
  },
})

/** The same edit for a FlinkSessionJob. */
export const ofSessionJob = (owner: string, { name, event }: Edit): Edit => ({
  name: `${name} of ${owner}`,
  event: world => {
    const of = event(fromJob(world, owner))
    return of === null ? null : { _tag: 'Of', owner, event: of }
  },
})

export interface SpecEdit extends Edit {
  readonly change: Change
}
export const spec = (name: string, change: Change): SpecEdit => {
  const made = remembered(change)
  return { ...ofResource(name, ({ spec: before }) => ({ _tag: 'EditSpec', spec: changed(made, before), name })), change: made }
}
const annotate = (name: string, annotations: Readonly<Record<string, string>>): Edit =>
  ofResource(name, () => ({ _tag: 'Annotate', annotations, name }))

export const edit = spec('edit', ofJob({ parallelism: 2 }))
export const revert = spec('revert', ofJob({ parallelism: 1 }))
export const suspend = spec('suspend', ofJob({ state: 'suspended' }))
export const resume = spec('resume', ofJob({ state: 'running' }))
/** Starts without state, although the job was stopped with its state. */
export const resumeStateless = spec('resume stateless', ofJob({ state: 'running', upgradeMode: 'stateless' }))
/** Pauses the operator for the resource, and lets it continue. */
export const pause = annotate('pause', { [pauseAnnotation]: 'true' })
export const goOn = annotate('go on', {})
export const remove = ofResource('delete', () => ({ _tag: 'DeleteResource' }))
const jobReference = { kind: 'FlinkDeployment', name: 'app' }
/** Creates a FlinkStateSnapshot, next to a FlinkDeployment that is not being deleted. */
const snapshotByHand = (name: string, of: JsonObject): Edit =>
  ofResource(name, () => ({
    _tag: 'CreateBeside',
    kind: 'FlinkStateSnapshot',
    resource: { namespace: 'default', name: 'by-hand', labels: {}, spec: of },
    name,
  }))
/** Created by a user: tried once. */
export const handMadeSnapshot = snapshotByHand('snapshot by hand', { jobReference, savepoint: {}, backoffLimit: 0 })
/** Names neither a savepoint nor a checkpoint. */
export const invalidSnapshot = snapshotByHand('invalid snapshot', { jobReference })
/** Deletes the oldest FlinkStateSnapshot; waits until one exists. */
export const removeSnapshot: Edit = {
  name: 'delete snapshot',
  event: world => {
    const oldest = stateSnapshotsOf(world)?.[0]
    return oldest === undefined || oldest.meta.deletionTimestamp !== null ? null : {
      _tag: 'DeleteBeside',
      kind: 'FlinkStateSnapshot',
      uid: oldest.meta.uid,
    }
  },
}
/** Edits `owner`'s spec to name the last savepoint of `other`'s job; waits until one exists. */
export const nameSavepointOf = (other: string, owner: string): Edit => ({
  name: `name a savepoint of ${other} in ${owner}`,
  event: world => {
    const initialSavepointPath = jobResourceOf(fromJob(world, other))?.status.jobStatus.savepointInfo.lastSavepoint?.location ?? null
    const resource = jobResourceOf(fromJob(world, owner))
    if (initialSavepointPath === null || resource === null || resource.meta.deletionTimestamp !== null) return null
    const named = changed(ofJob({ initialSavepointPath }), resource.spec)
    return { _tag: 'Of', owner, event: { _tag: 'EditSpec', spec: named, name: 'name a savepoint' } }
  },
})
export const newVersion = spec('new version', it => ({ ...it, flinkVersion: 'v2_0', image: 'flink:2.0' }))
export const withoutHa = spec('HA off', configured({ 'high-availability.type': 'NONE' }))
/** A port range, which no Service can have; every validation rule on fields accepts it (F12). */
export const unrenderable = spec('unrenderable', configured({ 'blob.server.port': '50100-50200' }))
export const renderable = spec('renderable', configured({ 'blob.server.port': '6124' }))
export const ofMode = (upgradeMode: UpgradeMode): SpecEdit => spec(upgradeMode, ofJob({ upgradeMode, parallelism: 2 }))
export const haInKubernetes = spec(
  'HA kubernetes',
  configured({ 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 'file:/flink/ha' }),
)
export const zooKeeper = {
  'high-availability.type': 'zookeeper',
  'high-availability.zookeeper.quorum': 'zookeeper:2181',
  'high-availability.storageDir': 'file:/flink/ha',
}
/** A ZooKeeper ensemble that the operator may connect to. */
export const observableZooKeeper = { ...zooKeeper, 'high-availability.zookeeper.quorum': 'zookeeper.flink.svc:2181' }
export const haInZooKeeper = spec('HA zookeeper', configured(zooKeeper))
/** Validation refuses it as a whole, whatever else it says. */
export const invalidStateless = spec('invalid and stateless', ofJob({ parallelism: -1, upgradeMode: 'stateless' }))
export const invalidRedeploy = spec(
  'invalid and redeployed',
  ofJob({ parallelism: -1, savepointRedeployNonce: 1, initialSavepointPath: 'file:/flink/checkpoints/chk-000000010' }),
)
export const restart = spec('restart', it => ({ ...it, restartNonce: 1 }))
/** The path stays that of an existing savepoint or checkpoint. */
export const redeploySuspended = spec(
  'redeploy, suspended',
  ofJob({ state: 'suspended', savepointRedeployNonce: 1, initialSavepointPath: 'file:/flink/checkpoints/chk-000000010' }),
)
export const redeployAlone = spec(
  'redeploy alone',
  ofJob({ savepointRedeployNonce: 1, initialSavepointPath: 'file:/flink/checkpoints/chk-000000010' }),
)
/** Restores the spec from the beginning of the world. */
export const takeBack = ofResource(
  'take it back',
  ({ spec: now }, { ghost }) => ({ _tag: 'EditSpec', spec: ghost.firstSpec ?? now, name: 'take it back' }),
)
export const invalid = spec('invalid', ofJob({ parallelism: -1 }))
/** Redeploys from the checkpoint that a running world starts with; that checkpoint is gone once the job has completed another. */
export const redeploy = spec(
  'redeploy',
  ofJob({ parallelism: 2, savepointRedeployNonce: 1, initialSavepointPath: 'file:/flink/checkpoints/chk-000000010' }),
)
export const savepointNonce = spec('savepoint nonce', ofJob({ savepointTriggerNonce: 1 }))
export const laterSavepointNonce = spec('another savepoint nonce', ofJob({ savepointTriggerNonce: 2 }))
export const checkpointNonce = spec('checkpoint nonce', ofJob({ checkpointTriggerNonce: 1 }))
export const scale = spec('scale', configured({ 'pipeline.jobvertex-parallelism-overrides': 'a:2' }))
export const ingress = spec(
  'ingress',
  it => ({ ...it, ingress: { template: '{{name}}.example.org', className: 'nginx', annotations: {}, labels: {}, tls: [] } }),
)
export const noIngress = spec('no ingress', it => ({ ...it, ingress: null }))
