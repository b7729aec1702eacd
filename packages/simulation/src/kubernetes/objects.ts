import type { ManifestRequest, ApplyObject, CreateObject, DeleteObject, PatchObject } from '@flink-operator/core/action'
import {
  appliedDigestAnnotation,
  appliedDigestOf,
  attemptKey,
  renderManifest,
  clusterOf,
  attemptAnnotation,
  partRef,
} from '@flink-operator/core/manifest'
import { deployAnnotation } from '@flink-operator/core/resource'
import { canStart, needsKey } from '../world/object-views.ts'
import { resourcesOf } from '../world/resources.ts'
import { breach, type DeploymentObject, type ObjectHead, uidOf, versionOf, type World } from '../world/world.ts'
import { compactInput } from '../flink/cluster-configuration.ts'
import { done, type Performed, refused } from './answer.ts'
import { applyRendered, createRendered, patchRendered } from './rendered-objects.ts'
import { judgeOwner } from './foreign-objects.ts'
import { applyChild } from './children.ts'
import { deleteResourceOf } from './custom-resources.ts'

/**
 * `POST` of one object of a cluster. The executor renders before it sends, and either all objects of a cluster render or none does:
 * the first one shows it, by the first step of rendering (ports, the jar), which stands for all steps. A taken name is refused, unless
 * this very attempt created it: the adapter reads the object and finds the effect done.
 */
export const createObject = (world: World, { manifest }: CreateObject): Performed => {
  if (manifest._tag === 'IngressManifest') return createIngress(world, manifest)
  if (manifest._tag === 'FlinkDeploymentManifest') return applyChild(world, manifest, null)
  if (manifest._tag === 'ObjectManifest') return createRendered(world, manifest)
  const { part, input } = manifest
  const unrendered = part === 'FlinkConfig' ? clusterOf(input) : null
  if (unrendered?._tag === 'Left')
    return refused(
      breach(world, 'P10', `the running cluster was deleted for one that can't be rendered: ${unrendered.left.message}`),
      'Invalid',
      unrendered.left.message,
    )
  const { kind, name } = partRef(part, input.clusterId)
  const list: readonly ObjectHead[] = kind === 'Deployment' ? world.deployments : kind === 'ConfigMap' ? world.configMaps : world.services
  const taken = list.find(it => it.name === name)
  if (taken !== undefined)
    return isOfAttempt(taken, input.attempt) ? done(world) : refused(world, 'AlreadyExists', `${kind} "${name}" already exists`)
  // The resource owns the object at first; ConfigMaps and Services get the Deployment as owner later, by a patch.
  const object = head(world, name, [input.owner.uid], { attempt: input.attempt, deploy: input.deploy ?? null })
  const next = { ...world, serial: world.serial + 1 }
  switch (kind) {
    case 'Deployment': {
      const deployment: DeploymentObject = {
        ...object,
        role: part === 'JobManagerDeployment' ? 'JobManager' : 'TaskManager',
        created: world.now,
        input: compactInput(input),
        replicas: replicasOf(manifest),
        availableSince: null,
        started: false,
      }
      const created = { ...next, deployments: [...world.deployments, deployment] }
      return done(
        // Its pods wait for their key: the check that they don't run beside others happens when the key is added.
        deployment.role === 'JobManager' && !needsKey(world, deployment.input)
          && world.pods.some(pod => pod.process !== null || canStart(world, pod))
          ? breach(created, 'P02', 'a JobManager Deployment was created while a JobManager pod of another one existed') : created,
      )
    }
    case 'ConfigMap':
      return done({ ...next, configMaps: [...world.configMaps, object] })
    default:
      return done({ ...next, services: [...world.services, object] })
  }
}

/** TaskManagers of a standalone cluster are as many as the spec says. */
const replicasOf = ({ part, input: { configuration } }: Extract<ManifestRequest, { readonly _tag: 'ClusterManifest' }>): number =>
  part === 'TaskManagerDeployment' ? Number(configuration['kubernetes.internal.taskmanager.replicas'] ?? '1') : 1

const isAsRead = (found: ObjectHead, uid: string, version = found.version): boolean => found.uid === uid && found.version === version

const createIngress = (world: World, manifest: Extract<ManifestRequest, { readonly _tag: 'IngressManifest' }>): Performed => {
  const rendered = renderManifest(manifest)
  if (rendered._tag === 'Left') return refused(world, 'Invalid', rendered.left.message)
  const annotations = { [appliedDigestAnnotation]: appliedDigestOf(rendered.right) ?? '' }
  const object = head(world, manifest.name, [manifest.owner.uid], { attempt: null, deploy: null })
  return done({ ...world, serial: world.serial + 1, ingress: { ...object, annotations } })
}

/**
 * Server-side apply of an Ingress: of the observed one, by its uid, which stays the same object; or of a new one, where any existing
 * one is a conflict.
 */
export const applyObject = (world: World, { manifest, uid, resourceVersion }: ApplyObject): Performed => {
  if (manifest._tag === 'FlinkDeploymentManifest') return applyChild(world, manifest, uid, resourceVersion)
  if (manifest._tag === 'ObjectManifest') return applyRendered(world, manifest, uid, resourceVersion)
  const { ingress } = world
  if (ingress?.uid !== (uid ?? undefined))
    return refused(world, 'Conflict', 'an Ingress of this name was made meanwhile, or the one that was seen is gone')
  const made = createObject(world, { _tag: 'CreateObject', manifest })
  return ingress === null || made.error !== null || made.world.ingress === null ? made
    : done({ ...made.world, ingress: { ...made.world.ingress, uid: ingress.uid } })
}

/** P02: no pods of an attempt may start while a JobManager of another attempt runs, or may start. */
const judgeKeys = (world: World, keys: readonly string[]): World =>
  keys.length > 0
    && world.pods.some(pod =>
      pod.input.attempt !== null && !keys.includes(attemptKey(pod.input.attempt)) && (pod.process !== null || canStart(world, pod))
    )
    ? breach(world, 'P02', 'the pods of an attempt may start while a JobManager pod of another one exists') : world

/** An object that is being deleted counts as removed, whoever created it. */
const isOfAttempt = ({ annotations, deleting }: ObjectHead, attempt: string | null): boolean =>
  attempt !== null && !deleting && annotations[attemptAnnotation] === attempt

interface ObjectMarks {
  readonly attempt: string | null
  readonly deploy: string | null
}

const head = (world: World, name: string, ownerUids: readonly string[], { attempt, deploy }: ObjectMarks): ObjectHead => ({
  name,
  uid: uidOf(world.serial),
  version: versionOf(world.serial),
  deleting: false,
  ownerUids,
  annotations: {
    ...(attempt === null ? {} : { [attemptAnnotation]: attempt }),
    ...(deploy === null ? {} : { [deployAnnotation]: deploy }),
  },
})

/**
 * `DELETE` with uid precondition: succeeds if the object is already deleted or was recreated, except where it has to be deleted in its
 * observed version. Foreground: a Deployment stays until its pods and dependents are removed. Background: it is removed at once, and
 * the garbage collector follows. Orphan: its dependents stay.
 */
export const deleteObject = (world: World, { target, propagation, resourceVersion }: DeleteObject): Performed => {
  switch (target.kind) {
    case 'Deployment': {
      const deployment = world.deployments.find(it => it.name === target.name)
      if (deployment?.uid !== target.uid)
        return resourceVersion === null ? done(world)
          : refused(world, deployment === undefined ? 'NotFound' : 'Conflict', `Deployment "${target.name}" is not there as it was seen`)
      if (resourceVersion !== null && deployment.version !== resourceVersion)
        return refused(world, 'Conflict', 'the ResourceVersion in the precondition does not match')
      const pods = world.pods.map(
        pod => (pod.deploymentUid === deployment.uid && propagation !== 'Orphan' ? { ...pod, deleting: true } : pod),
      )
      const judged = (next: World): Performed => done(judgeOwner(world, next, 'deleted Deployment', deployment))
      return propagation === 'Foreground'
        ? judged({
          ...world,
          pods,
          serial: world.serial + 1,
          deployments: world.deployments.map(it => (it === deployment ? { ...it, deleting: true, version: versionOf(world.serial) } : it)),
        })
        : judged({ ...world, pods, deployments: world.deployments.filter(it => it !== deployment) })
    }
    case 'ConfigMap':
      return deleteFrom(world, target, world.configMaps, configMaps => ({ ...world, configMaps }))
    case 'Service':
      return deleteFrom(world, target, world.services, services => ({ ...world, services }))
    case 'Ingress':
      return deleteFrom(world, target, world.ingress === null ? [] : [world.ingress], list => ({ ...world, ingress: list[0] ?? null }))
    case 'FlinkStateSnapshot':
    case 'FlinkDeployment': {
      const seen = resourcesOf(world, target.kind).find(({ meta }) => meta.uid === target.uid)
      return resourceVersion !== null && seen?.meta.resourceVersion !== resourceVersion
        ? refused(world, seen === undefined ? 'NotFound' : 'Conflict', `${target.kind} "${target.name}" is not there as it was seen`)
        : done(deleteResourceOf(world, target.kind, target.uid))
    }
    default:
      return refused(world, 'NotFound', `${target.kind} "${target.name}" not found`)
  }
}

const deleteFrom = <A extends ObjectHead>(
  world: World,
  target: DeleteObject['target'],
  list: readonly A[],
  next: (list: readonly A[]) => World,
): Performed => {
  const object = list.find(it => it.name === target.name)
  if (object?.uid !== target.uid) return done(world)
  return done(judgeOwner(world, next(list.filter(it => it !== object)), `deleted ${target.kind}`, object))
}

/**
 * Merge patch of owner references and keys of a ConfigMap, or of the replicas of a Deployment: when it is scaled to 0, the controller
 * removes its pods some time later.
 */
export const patchObject = (world: World, action: PatchObject): Performed => {
  const { target, patch } = action
  const metadata = patch['metadata'] as
    | {
      readonly resourceVersion?: string
      readonly ownerReferences?: readonly { readonly uid: string }[]
      readonly annotations?: Readonly<Record<string, string>>
    }
    | undefined
  const replicas = (patch['spec'] as { readonly replicas?: number } | undefined)?.replicas
  const ownerUids = metadata?.ownerReferences?.map(({ uid }) => uid)
  const keys = Object.keys((patch['data'] as object | undefined) ?? {})
  const change = <A extends ObjectHead>(it: A): A =>
    it.name !== target.name ? it : {
      ...it,
      version: versionOf(world.serial),
      ...(ownerUids === undefined ? {} : { ownerUids }),
      ...(metadata?.annotations === undefined ? {} : { annotations: { ...it.annotations, ...metadata.annotations } }),
    }
  const next = { ...world, serial: world.serial + 1 }
  const found = [...(target.kind === 'Deployment' ? world.deployments : target.kind === 'ConfigMap' ? world.configMaps : world.services)]
    .find(it => it.name === target.name)
  if (found?.labels !== undefined) return patchRendered(world, action)
  if (found === undefined) return refused(world, 'NotFound', `${target.kind} "${target.name}" not found`)
  if (!isAsRead(found, target.uid, metadata?.resourceVersion)) return refused(world, 'Conflict', 'the object was recreated or modified')
  if (ownerUids === undefined && keys.length === 0 && (replicas === undefined || (found as DeploymentObject).replicas === replicas))
    return done(world)
  const judged = (changed: World): Performed => done(judgeOwner(world, changed, `changed ${target.kind}`, found))
  switch (target.kind) {
    case 'Deployment':
      return judged({
        ...next,
        deployments: world.deployments.map(it => (it === found ? { ...change(it), replicas: replicas ?? it.replicas } : it)),
      })
    case 'ConfigMap':
      return judged({
        ...judgeKeys(next, keys),
        configMaps: world.configMaps.map(it =>
          it !== found || keys.length === 0 ? change(it) : { ...change(it), keys: [...new Set([...(it.keys ?? []), ...keys])].sort() }
        ),
      })
    default:
      return judged({ ...next, services: world.services.map(change) })
  }
}
