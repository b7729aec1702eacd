import {
  attemptKey,
  attemptAnnotation,
  flinkConfigName,
  internalServiceName,
  jobManagerName,
  podTemplateName,
  restServiceName,
} from '@flink-operator/core/manifest'
import { flinkDeploymentOf, isResource } from '../world/resources.ts'
import { noZooKeeperNodes } from '../flink/ha-metadata.ts'
import { breach, type DeploymentObject, type ObjectHead, uidOf, versionOf, type World } from '../world/world.ts'

/** An object that another controller or user creates in the namespace, with one of our names or our labels (F09). */
export interface ForeignObject {
  readonly kind: 'Deployment' | 'ConfigMap' | 'Service' | 'HA ConfigMap' | 'ZooKeeper node'
  /** Null: a name that no object of a cluster has; the object has only our labels. */
  readonly name: string | null
  readonly owner: 'Somebody' | 'Nobody'
  /** Does it carry the mark of the attempt in progress or deployed, as a copy or a restored backup does? */
  readonly marked: boolean
  /** Our object of that name was deleted for it. */
  readonly replaces: boolean
}

export const foreignObjectText = ({ kind, name, owner, marked, replaces }: ForeignObject): string =>
  `${replaces ? 'replaced our' : 'created a'} ${kind} ${name ?? 'of another name, with our labels'}${replaces ? ' by one' : ''} that ${
    owner === 'Nobody' ? 'no resource' : 'another resource'
  } owns${marked ? ", with our attempt's mark" : ''}`

/** The owner of the foreign objects. */
const foreignOwner = uidOf(999_999)
/** A job id that our status never contained. */
export const strangeJob = 'e'.repeat(32)

const clusterId = 'app'
const labelled = 'labelled-like-ours'

/** The attempt whose mark our objects carry now. */
const markOf = (world: World): string | null => {
  const { operation, operatorRecord } = flinkDeploymentOf(world)?.status ?? {}
  return operation?.kind === 'Deploy' ? operation.id : operatorRecord?.deployedAttempt ?? null
}

/** The world with the object; the world itself if the object can't exist: the name is taken, or nothing exists to replace. */
export const appear = (world: World, foreignObject: ForeignObject): World => {
  const { kind, owner, marked, replaces } = foreignObject
  const name = foreignObject.name ?? labelled
  const mark = markOf(world)
  if (marked && mark === null) return world
  if (kind === 'ZooKeeper node') return withStrangeNode(world, foreignObject.name ?? '', false)
  if (kind === 'HA ConfigMap') {
    const known = world.ha.jobs.some(({ jobId }) => jobId === strangeJob)
    return known ? world
      : {
        ...world,
        serial: world.serial + 1,
        ha: {
          ...world.ha,
          jobs: [...world.ha.jobs, {
            uid: uidOf(world.serial),
            version: versionOf(world.serial),
            jobId: strangeJob,
            checkpointId: 1,
            pointer: null,
            counter: true,
          }],
        },
      }
  }
  const object: ObjectHead & { readonly foreignObject: true } = {
    name,
    uid: uidOf(world.serial),
    version: versionOf(world.serial),
    deleting: false,
    ownerUids: owner === 'Somebody' ? [foreignOwner] : [],
    annotations: marked && mark !== null ? { [attemptAnnotation]: mark } : {},
    foreignObject: true,
  }
  const taken = (kind === 'Deployment' ? world.deployments : kind === 'ConfigMap' ? world.configMaps : world.services).find(it =>
    it.name === name
  )
  if (replaces ? taken === undefined || taken.foreignObject === true : taken !== undefined) return world
  return placed({ ...world, serial: world.serial + 1 }, kind, object)
}

/**
 * A job that another cluster, of the same name in another namespace, keeps at this node, in front of ours. Without its plan: a job
 * that has no checkpoint yet.
 */
export const withStrangeNode = (world: World, node: string, hasPlan: boolean): World => {
  const { cluster, jobs, ...rest } = world.zooKeeper[node] ?? { cluster: null, jobs: [] }
  if (jobs.some(({ jobId }) => jobId === strangeJob)) return world
  const [uid, version] = [uidOf(world.serial), versionOf(world.serial)]
  const plan = { jobId: strangeJob, attempt: null }
  return {
    ...world,
    serial: world.serial + 1,
    zooKeeper: {
      ...world.zooKeeper,
      [node]: {
        ...rest,
        cluster: { uid, version, ...cluster, plans: [...hasPlan ? [plan] : [], ...cluster?.plans ?? []] },
        jobs: [
          { uid, version, jobId: strangeJob, checkpointId: 1, pointer: hasPlan ? 'file:/flink/others/chk-1' : null, counter: true },
          ...jobs,
        ],
      },
    },
  }
}

const withoutStrangeNodes = (nodes: World['zooKeeper']): World['zooKeeper'] =>
  Object.fromEntries(
    Object.entries(nodes).map(([node, { cluster, jobs, ...rest }]) => [node, {
      ...rest,
      cluster: cluster === null ? null : { ...cluster, plans: cluster.plans.filter(({ jobId }) => jobId !== strangeJob) },
      jobs: jobs.filter(({ jobId }) => jobId !== strangeJob),
    }]),
  )

/** P21, for a ZooKeeper node: what another cluster keeps there stays. */
export const judgeZooKeeperJobs = (before: World, after: World, node: string, what: string): World => {
  const count = (world: World): number => {
    const { cluster = null, jobs = [] } = world.zooKeeper[node] ?? {}
    return [...cluster?.plans ?? [], ...jobs].filter(({ jobId }) => jobId === strangeJob).length
  }
  return count(after) < count(before) ? breach(after, 'P21', `${what} in ZooKeeper the metadata of a job that is not the resource's`)
    : after
}

/** The foreign object, in place of the object with its name. */
export const placed = (
  world: World,
  kind: 'Deployment' | 'ConfigMap' | 'Service',
  object: ObjectHead & { readonly foreignObject: true },
): World => {
  const withIt = <A extends ObjectHead>(
    list: readonly A[],
    it: A,
  ): readonly A[] => [...list.filter(other => other.name !== object.name), it]
  switch (kind) {
    case 'Deployment': {
      const deployment: DeploymentObject = {
        ...object,
        role: 'ForeignObject',
        created: world.now + 1_000,
        input: noInput,
        replicas: 1,
        availableSince: null,
        started: true,
      }
      const replaced = world.deployments.find(it => it.name === object.name)?.uid
      const pods = world.pods.map(pod => (pod.deploymentUid === replaced ? { ...pod, deleting: true } : pod))
      return { ...world, pods, deployments: withIt(world.deployments, deployment) }
    }
    case 'ConfigMap':
      return { ...world, configMaps: withIt(world.configMaps, { ...object, keys: Object.values(object.annotations).map(attemptKey) }) }
    case 'Service':
      return { ...world, services: withIt(world.services, object) }
  }
}

const noInput: DeploymentObject['input'] = { clusterId, flinkVersion: 'v1_20', configuration: {}, attempt: null }

/** A user removes the foreign objects with our names, as the error asks. */
export const withoutForeignObjects = (world: World): World => {
  const kept = <A extends ObjectHead>(list: readonly A[]): readonly A[] => list.filter(it => it.foreignObject !== true)
  return {
    ...world,
    deployments: kept(world.deployments),
    configMaps: kept(world.configMaps),
    services: kept(world.services),
    ha: { ...world.ha, jobs: world.ha.jobs.filter(({ jobId }) => jobId !== strangeJob) },
    ...(world.zooKeeper === noZooKeeperNodes ? {} : { zooKeeper: withoutStrangeNodes(world.zooKeeper) }),
  }
}

/**
 * P21: the operator deletes, scales or changes only the resource's own objects. An object is its own by the owner reference, by the
 * owning Deployment, or by the mark of an attempt that the status names, if it has no other owner.
 */
export const judgeOwner = (before: World, after: World, what: string, object: ObjectHead): World =>
  isOfResource(before, object) ? after : breach(after, 'P21', `${what} ${object.name}, which is not the resource's`)

const isOfResource = (world: World, { ownerUids, annotations }: ObjectHead): boolean => {
  const { deployments } = world
  const resource = flinkDeploymentOf(world)
  // it belongs to a resource of another kind
  if (ownerUids.some(owner => owner !== resource?.meta.uid && isResource(world, owner))) return true
  if (resource === null) return false
  const { meta: { uid }, status: { operation, operatorRecord } } = resource
  const mark = annotations[attemptAnnotation]
  const isMarked = mark !== undefined && !ownerUids.includes(foreignOwner)
    && (mark === operatorRecord.deployedAttempt || (operation?.kind === 'Deploy' && mark === operation.id))
  return isMarked || ownerUids.some(owner => owner === uid || deployments.some(it => it.uid === owner && it.ownerUids.includes(uid)))
}

/** The same for HA metadata: by cluster id and job id. */
export const judgeJobs = (before: World, after: World, what: string): World =>
  before.ha.jobs.some(({ jobId }) => jobId === strangeJob) && !after.ha.jobs.some(({ jobId }) => jobId === strangeJob)
    ? breach(after, 'P21', `${what} HA metadata of a job that is not the resource's`) : after

const ofName = (kind: ForeignObject['kind'], name: string, isOfRunning: boolean): readonly ForeignObject[] =>
  (isOfRunning ? [true, false] : [false]).flatMap(replaces =>
    owned.map(([owner, marked]): ForeignObject => ({ kind, name, owner, marked, replaces }))
  )

const owned = [['Somebody', false], ['Somebody', true], ['Nobody', false], ['Nobody', true]] as const

const plain = { owner: 'Nobody', marked: false, replaces: false } as const

/**
 * By their names. A Deployment without owner that carries our mark counts as ours: other marked objects have the same content as ours.
 * Whoever replaces our ConfigMap decides what the next JobManager does, which the model can't judge.
 */
export const foreignObjects: Readonly<
  Record<'deployment' | 'service' | 'config-map' | 'labels' | 'ha-metadata', readonly ForeignObject[]>
> = {
  deployment: ofName('Deployment', jobManagerName(clusterId), true).filter(({ owner, marked }) => owner === 'Somebody' || !marked),
  service: [...ofName('Service', restServiceName(clusterId), true), ...ofName('Service', internalServiceName(clusterId), false)],
  'config-map': [...ofName('ConfigMap', flinkConfigName(clusterId), false), ...ofName('ConfigMap', podTemplateName(clusterId), false)],
  labels: [{ kind: 'Service', name: null, ...plain }, { kind: 'ConfigMap', name: null, ...plain }],
  'ha-metadata': [{ kind: 'HA ConfigMap', name: null, ...plain }],
}
