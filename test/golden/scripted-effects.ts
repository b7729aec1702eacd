import type { StateSnapshotView } from '../../packages/core/src/contract/fact/custom-resource-views.ts'
import type { Action } from '../../packages/core/src/contract/action/action.ts'
import type { FlinkDeploymentStatus } from '../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { type JobLifecycleStatus, isTerminal } from '../../packages/core/src/contract/resource/job-status.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import type { AdapterError, AdapterErrorTag } from '../../packages/core/src/contract/action/adapter-error.ts'
import type { ClusterManifestInput, ClusterPart } from '../../packages/core/src/contract/action/manifest-request.ts'
import { partRef } from '../../packages/core/src/manifest/object-metadata.ts'
import {
  attemptAnnotation,
  deployAnnotation,
  startedAnnotation,
  startedValue,
} from '../../packages/core/src/contract/resource/annotations.ts'
import { start } from './scripted-start.ts'
import { jobOverview, type ScriptedWorld } from './scripted-world.ts'

type AnyAction = Action<JobLifecycleStatus>

const refused = (_tag: AdapterErrorTag, message: string): AdapterError => ({
  _tag,
  message,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})

/** Does one effect at once, and writes it down in the reference operator's words. */
export const perform = (
  world: ScriptedWorld,
  action: AnyAction,
  encodeStatus: (status: JobLifecycleStatus, original: Json) => Json,
): AdapterError | null => {
  switch (action._tag) {
    case 'PersistStatus':
      world.resource = { ...world.resource, status: encodeStatus(action.status, world.resource['status'] ?? null) }
      world.log.push({ _tag: 'Status', status: action.status as FlinkDeploymentStatus, reason: action.reason })
      return null
    case 'EmitEvent':
      world.log.push({ _tag: 'Event', reason: action.reason, message: action.message, type: action.type })
      return null
    case 'AddFinalizer':
      return withFinalizers(world, finalizers => [...finalizers, action.finalizer])
    case 'MarkStarted': {
      const metadata = world.resource['metadata'] as JsonObject
      const annotations = {
        ...metadata['annotations'] as JsonObject,
        [startedAnnotation]: startedValue(metadata['uid'] as string, action.mark),
      }
      world.resource = { ...world.resource, metadata: { ...metadata, annotations } }
      return null
    }
    case 'RemoveFinalizer':
      world.gone = world.gone || (world.resource['metadata'] as JsonObject)['deletionTimestamp'] !== undefined
      return withFinalizers(world, finalizers => finalizers.filter(it => it !== action.finalizer))
    case 'CreateObject':
      return action.manifest._tag === 'ClusterManifest' ? create(world, action.manifest.part, action.manifest.input) : null
    case 'PatchObject':
      return patch(world, action)
    case 'DeleteObject':
      return remove(world, action.target)
    case 'DeleteHaMetadata': {
      const names = action.configMaps.map(({ name }) => name)
      world.configMaps = world.configMaps.filter(({ name }) => !names.includes(name))
      world.log.push({ _tag: 'Call', call: 'deleteHaData' })
      return null
    }
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
    case 'WriteAutoscalerState':
      return null
    case 'PruneHaExecutionPlan':
      for (const pruned of action.configMaps)
        world.configMaps = world.configMaps.map(
          it => (it.name === pruned.name ? { ...it, dataKeys: it.dataKeys.filter(key => !pruned.keys.includes(key)) } : it),
        )
      return null
    case 'StopWithSavepoint':
      world.log.push({
        _tag: 'Call',
        call: 'stopWithSavepoint',
        jobId: action.jobId,
        drain: action.drain,
        directory: action.targetDirectory,
        format: action.formatType,
      })
      return stop(world, action.jobId, action.triggerId)
    case 'CancelJob':
      world.log.push({ _tag: 'Call', call: 'cancelJob', jobId: action.jobId })
      return cancel(world, action.jobId)
    case 'TriggerSavepoint':
      world.log.push({
        _tag: 'Call',
        call: 'triggerSavepoint',
        jobId: action.jobId,
        format: action.formatType,
        directory: action.targetDirectory,
      })
      world.process?.stops.set(
        action.triggerId,
        world.script.savepoint
          ?? { _tag: 'Completed', location: `${action.targetDirectory ?? ''}/savepoint-${action.triggerId.slice(0, 6)}`, checkpointId: 10 },
      )
      return null
    case 'TriggerCheckpoint':
      world.log.push({ _tag: 'Call', call: 'triggerCheckpoint', jobId: action.jobId, type: action.checkpointType })
      world.process?.stops.set(action.triggerId, world.script.checkpoint ?? { _tag: 'Completed', location: null, checkpointId: 10 })
      return null
    case 'CreateStateSnapshot':
      world.log.push({ _tag: 'Call', call: 'createSnapshotResource', name: action.name, labels: action.labels, spec: action.spec })
      world.snapshots?.push({
        name: action.name,
        uid: world.nextUid(),
        creationTimestamp: world.now,
        deleting: false,
        kind: 'checkpoint' in action.spec ? 'checkpoint' : 'savepoint',
        triggerType: (action.labels['snapshot.trigger-type'] ?? 'UNKNOWN') as StateSnapshotView['triggerType'],
        state: 'COMPLETED',
        path: `s3://b/${action.name}`,
      })
      return null
    case 'UpdateResourceRequirements':
      world.vertices = action.bounds
      world.log.push({
        _tag: 'Call',
        call: 'updateVertexResources',
        to: Object.fromEntries(Object.entries(action.bounds).map(([vertex, { lower, upper }]) => [vertex, [lower, upper]])),
      })
      return null
    case 'UploadJar':
      world.jars = [...world.jars, { id: `${world.nextUid()}_${action.name}`, name: action.name, uploaded: world.now }]
      return null
    case 'RunJar':
      world.log.push({
        _tag: 'Call',
        call: 'submitJobToSessionCluster',
        jobId: action.jobId,
        savepointPath: action.savepointPath,
        parallelism: action.parallelism,
      })
      if (world.process !== null) world.process.jobs = [...world.process.jobs, jobOverview(action.jobId, 'RUNNING', 'job', world.now)]
      return null
    case 'DeleteJar':
      world.jars = world.jars.filter(({ id }) => id !== action.jarId)
      return null
    case 'ApplyObject':
    case 'DisposeSavepoint':
    case 'Look':
    case 'Requeue':
      return null
  }
}

const withFinalizers = (world: ScriptedWorld, change: (finalizers: readonly string[]) => readonly string[]): null => {
  const metadata = world.resource['metadata'] as JsonObject
  world.resource = { ...world.resource, metadata: { ...metadata, finalizers: change((metadata['finalizers'] ?? []) as readonly string[]) } }
  return null
}

const create = (world: ScriptedWorld, part: ClusterPart, input: ClusterManifestInput): AdapterError | null => {
  const { kind, name } = partRef(part, input.clusterId)
  const head = {
    name,
    uid: world.nextUid(),
    resourceVersion: String(world.serial),
    deleting: false,
    ownerUids: [input.owner.uid],
    labels: { app: input.clusterId },
    annotations: {
      ...(input.attempt === null ? {} : { [attemptAnnotation]: input.attempt }),
      ...(input.deploy === undefined ? {} : { [deployAnnotation]: input.deploy }),
    },
  }
  if (kind === 'ConfigMap') {
    if (world.configMaps.some(it => it.name === name)) return refused('AlreadyExists', `configmaps "${name}" already exists`)
    world.configMaps = [...world.configMaps, { ...head, dataKeys: ['config.yaml'] }]
    return null
  }
  if (kind === 'Service') {
    if (world.services.some(it => it.name === name)) return refused('AlreadyExists', `services "${name}" already exists`)
    world.services = [...world.services, head]
    return null
  }
  const deployment = { ...head, creationTimestamp: world.now, wantedReplicas: 1, replicas: 1, availableReplicas: 0, conditions: [] }
  if (part === 'TaskManagerDeployment') {
    world.taskManagers = deployment
    return null
  }
  if (world.deployment !== null) return refused('AlreadyExists', `deployments.apps "${name}" already exists`)
  if (world.pods.length > 0)
    world.log.push({ _tag: 'Breach', what: 'P02: a JobManager Deployment was created while a JobManager pod of another one was there' })
  world.deployment = deployment
  start(world, input)
  return null
}

const patch = (
  world: ScriptedWorld,
  { target, patch: change }: Extract<AnyAction, { _tag: 'PatchObject' }>,
): AdapterError | null => {
  if (target.kind === 'Deployment') {
    if (world.deployment?.uid !== target.uid) return refused('NotFound', `deployments.apps "${target.name}" not found`)
    world.deployment = { ...world.deployment, wantedReplicas: 0, replicas: 0, availableReplicas: 0 }
    endProcess(world)
    return null
  }
  const owners = ((change['metadata'] as JsonObject | undefined)?.['ownerReferences'] ?? []) as readonly { readonly uid: string }[]
  const adopted = <A extends { readonly name: string; readonly ownerUids: readonly string[] }>(
    it: A,
  ): A => (it.name === target.name ? { ...it, ownerUids: owners.map(({ uid }) => uid) } : it)
  if (target.kind === 'ConfigMap') world.configMaps = world.configMaps.map(adopted)
  else world.services = world.services.map(adopted)
  return null
}

const endProcess = (world: ScriptedWorld): void => {
  world.process = null
  world.upAt = null
  world.pods = []
}

/** A Deployment takes with it what it owns. */
const remove = (
  world: ScriptedWorld,
  { kind, name, uid }: Extract<AnyAction, { _tag: 'DeleteObject' }>['target'],
): AdapterError | null => {
  const isOwned = ({ ownerUids }: { readonly ownerUids: readonly string[] }): boolean => uid !== undefined && ownerUids.includes(uid)
  if (kind === 'Deployment' && world.deployment?.name === name) {
    endProcess(world)
    world.deployment = null
    world.configMaps = world.configMaps.filter(it => !isOwned(it))
    world.services = world.services.filter(it => !isOwned(it))
    world.log.push({ _tag: 'Call', call: 'deleteCluster' })
  } else if (kind === 'Deployment') world.taskManagers = null
  else if (kind === 'ConfigMap') world.configMaps = world.configMaps.filter(it => it.name !== name)
  else world.services = world.services.filter(it => it.name !== name)
  return null
}

const stop = (world: ScriptedWorld, jobId: string, triggerId: string): AdapterError | null => {
  const { process, script } = world
  if (process === null || process.rest !== null) return refused('Unreachable', 'connect ECONNREFUSED')
  if (process.stops.has(triggerId)) return null
  if (process.jobs.some(job => job.jobId === jobId && isTerminal(job.state)))
    world.log.push({ _tag: 'Breach', what: 'P05: a job that had ended was told to stop' })
  if ('fails' in script.stop) {
    process.stops.set(triggerId, {
      _tag: 'Failed',
      causes: [{ type: 'java.lang.RuntimeException', message: script.stop.fails }],
      savepointPath: null,
    })
    return null
  }
  process.stops.set(triggerId, { _tag: 'Completed', location: script.stop.path, checkpointId: 10 })
  process.jobs = process.jobs.map(job => (job.jobId === jobId ? { ...job, state: 'FINISHED', endTime: world.now } : job))
  return null
}

const cancel = (world: ScriptedWorld, jobId: string): AdapterError | null => {
  const { process, script } = world
  if (process === null || process.rest !== null) return refused('Unreachable', 'connect ECONNREFUSED')
  switch (script.cancel) {
    case 'ok':
      world.cancelled.add(jobId)
      process.jobs = process.jobs.map(job => (job.jobId === jobId && !isTerminal(job.state) ? { ...job, state: 'CANCELLING' } : job))
      return null
    case 'missing':
      process.jobs = process.jobs.filter(job => job.jobId !== jobId)
      return refused('JobUnknown', 'Job could not be found')
    case 'terminated':
      process.jobs = process.jobs.map(job => (job.jobId === jobId ? { ...job, state: 'FINISHED', endTime: world.now } : job))
      return refused('JobTerminated', 'already reached another terminal state')
    case 'error':
      return refused('Other', 'Internal server error.')
  }
}
