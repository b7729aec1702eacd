import type { ManifestRequest, PatchObject } from '@flink-operator/core/action'
import { hashLabel, jobPropertiesAnnotation, typeLabel } from '@flink-operator/lyft'
import { arrayAt, isJsonObject, objectAt, textAt, attemptAnnotation } from '@flink-operator/core/manifest'
import { type Json, type JsonObject, isSameJson } from '@flink-operator/core/resource'
import type { CompactInput } from '../flink/cluster-configuration.ts'
import { type DeploymentObject, type ObjectHead, replaced, uidOf, versionOf, type World } from '../world/world.ts'
import { done, type Performed, refused } from './answer.ts'
import { judgeOwner } from './foreign-objects.ts'

type Request = Extract<ManifestRequest, { readonly _tag: 'ObjectManifest' }>
type Texts = Readonly<Record<string, string>>

/** An image of this name can't be pulled: its pods never start. */
export const missingImage = 'broken'

const textsAt = (object: JsonObject, ...path: readonly string[]): Texts => {
  const found = path.reduce<JsonObject>((at, key) => objectAt(at, key), object)
  return Object.fromEntries(Object.entries(found).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
}

const named = (list: readonly Json[], name: string): JsonObject => list.filter(isJsonObject).find(it => it['name'] === name) ?? {}

/** The lines of `FLINK_PROPERTIES`, which the image's entry point appends to the configuration of Flink. */
const configurationOf = (container: JsonObject): CompactInput['configuration'] =>
  Object.fromEntries(
    (textAt(named(arrayAt(container, 'env'), 'FLINK_PROPERTIES'), 'value') ?? '').split('\n').flatMap(line => {
      const [key, ...value] = line.split(': ')
      return key === undefined || value.length === 0 ? [] : [[key, value.join(': ')]]
    }),
  )

const modelled: readonly string[] = [
  'taskmanager.numberOfTaskSlots',
  'execution.checkpointing.externalized-checkpoint-retention',
  'jobmanager.scheduler',
  'high-availability',
  'high-availability.zookeeper.quorum',
]

/**
 * The JobManager's Service has the cluster's id as its name: TaskManagers look for that, whatever is written on the Deployments later.
 */
const inputOf = (object: JsonObject, attempt: string | null): CompactInput => {
  const container = arrayAt(objectAt(objectAt(objectAt(object, 'spec'), 'template'), 'spec'), 'containers').find(isJsonObject) ?? {}
  const configuration = configurationOf(container)
  return {
    clusterId: configuration['kubernetes.cluster-id'] ?? configuration['jobmanager.rpc.address'] ?? '',
    flinkVersion: 'v1_20',
    attempt,
    configuration: {
      ...Object.fromEntries(Object.entries(configuration).filter(([key]) => modelled.includes(key))),
      'execution.target': 'kubernetes-session',
    },
    image: textAt(container, 'image') ?? '',
  }
}

/** The annotations that the operator reads; the others are copies of the resource's own. */
const readAnnotations: readonly string[] = [attemptAnnotation, jobPropertiesAnnotation]

const only = (texts: Texts, keys: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => keys.includes(key)))

const headOf = (world: World, { object, name }: Request): ObjectHead => {
  const owners = arrayAt(objectAt(object, 'metadata'), 'ownerReferences').filter(isJsonObject)
  return {
    name,
    uid: uidOf(world.serial),
    version: versionOf(world.serial),
    deleting: false,
    ownerUids: owners.flatMap(owner => textAt(owner, 'uid') ?? []),
    annotations: only(textsAt(object, 'metadata', 'annotations'), readAnnotations),
    labels: textsAt(object, 'metadata', 'labels'),
  }
}

const deploymentOf = (world: World, head: ObjectHead, object: JsonObject): DeploymentObject => {
  const selector = textsAt(object, 'spec', 'selector', 'matchLabels')
  const isTaskManager = selector[typeLabel] === 'taskmanager'
  const replicas = objectAt(object, 'spec')['replicas']
  return {
    ...head,
    role: isTaskManager ? 'TaskManager' : 'JobManager',
    created: world.now,
    input: inputOf(object, head.annotations[attemptAnnotation] ?? null),
    replicas: typeof replicas === 'number' ? replicas : 1,
    availableSince: null,
    started: false,
    selector,
    // the other annotations of its pods belong to users
    podAnnotations: only(textsAt(object, 'spec', 'template', 'metadata', 'annotations'), [hashLabel]),
    ...(isTaskManager ? { ready: 0 } : {}),
  }
}

/** An Ingress is reported to users only. */
const takenBy = (world: World, { kind, name }: Request): ObjectHead | undefined =>
  (kind === 'Deployment' ? world.deployments : kind === 'Service' ? world.services : world.ingress === null ? [] : [world.ingress])
    .find(it => it.name === name)

/** `POST` of a fully rendered object: a taken name is refused, unless this very attempt created it. */
export const createRendered = (world: World, request: Request): Performed => {
  const { kind, name, object } = request
  const head = headOf(world, request)
  const taken = takenBy(world, request)
  if (taken !== undefined) {
    const mark = head.annotations[attemptAnnotation]
    return mark !== undefined && !taken.deleting && taken.annotations[attemptAnnotation] === mark ? done(world)
      : refused(world, 'AlreadyExists', `${kind} "${name}" already exists`)
  }
  const next = { ...world, serial: world.serial + 1 }
  switch (kind) {
    case 'Deployment':
      return done({ ...next, deployments: [...world.deployments, deploymentOf(world, head, object)] })
    case 'Service':
      return done({ ...next, services: [...world.services, { ...head, selector: textsAt(object, 'spec', 'selector') }] })
    case 'Ingress':
      return done({ ...next, ingress: head })
    default:
      return refused(world, 'Invalid', `this world has no ${kind}`)
  }
}

/**
 * Server-side apply of a rendered object: of the observed one, by its uid, or of a new one. The model does not change pod templates.
 */
export const applyRendered = (world: World, request: Request, uid: string | null, resourceVersion?: string): Performed => {
  const taken = takenBy(world, request)
  if (taken?.uid !== (uid ?? undefined) || (taken !== undefined && taken.version !== (resourceVersion ?? taken.version)))
    return refused(world, 'Conflict', `${request.kind} "${request.name}" was made meanwhile, is gone, or has changed`)
  if (taken === undefined) return createRendered(world, request)
  const { object } = request
  return patchRendered(world, {
    _tag: 'PatchObject',
    target: { apiVersion: request.apiVersion, kind: request.kind, namespace: request.namespace, name: request.name, uid: taken.uid },
    patch: {
      metadata: { labels: textsAt(object, 'metadata', 'labels') },
      ...(request.kind === 'Service' ? { spec: { selector: textsAt(object, 'spec', 'selector') } } : {}),
    },
    why: '',
  })
}

/** A merge patch: null removes a key. */
const merged = (texts: Texts | undefined, patch: Json | undefined): Texts | undefined =>
  patch === undefined || !isJsonObject(patch) ? texts
    : Object.entries(patch).reduce<Texts>((at, [key, value]) => {
      const { [key]: _old, ...rest } = at
      return typeof value === 'string' ? { ...rest, [key]: value } : rest
    }, texts ?? {})

/**
 * Merge patch of a rendered object: its labels, the replicas of a Deployment, the selector of a Service. A patch that changes nothing
 * is no write.
 */
export const patchRendered = (world: World, { target, patch }: PatchObject): Performed => {
  const list: readonly ObjectHead[] = target.kind === 'Deployment' ? world.deployments : world.services
  const found = list.find(it => it.name === target.name)
  if (found === undefined) return refused(world, 'NotFound', `${target.kind} "${target.name}" not found`)
  if (found.uid !== target.uid) return refused(world, 'Conflict', 'the UID in the precondition does not match')
  const spec = objectAt(patch, 'spec')
  const replicas = spec['replicas']
  const labels = merged(found.labels, objectAt(patch, 'metadata')['labels'])
  const changed = {
    ...found,
    ...(labels === undefined ? {} : { labels }),
    ...(target.kind === 'Deployment' ? (typeof replicas === 'number' ? { replicas } : {})
      : { selector: merged((found as World['services'][number]).selector, spec['selector']) ?? {} }),
  }
  if (isSameJson(changed, found)) return done(world)
  const written = { ...changed, version: versionOf(world.serial) }
  const next = { ...world, serial: world.serial + 1 }
  return done(
    judgeOwner(
      world,
      target.kind === 'Deployment'
        ? { ...next, deployments: replaced(world.deployments, found as DeploymentObject, written as DeploymentObject) }
        : { ...next, services: replaced(world.services, found, written) },
      `changed ${target.kind}`,
      found,
    ),
  )
}
