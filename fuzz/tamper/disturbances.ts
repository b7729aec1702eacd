import type { AnyResource } from '../../packages/simulation/src/kind/any-kind.ts'
import type { CheckerState } from '../../packages/simulation/src/checker/checker-state.ts'
import type { Operator } from '../../packages/simulation/src/checker/operator.ts'
import { takenUp, watched } from '../../packages/simulation/src/checker/queue.ts'
import { readWithStatus } from '../../packages/simulation/src/kubernetes/custom-resources.ts'
import { nothingPlayed } from '../../packages/simulation/src/world/played-children.ts'
import {
  allPlaces,
  type TamperedField,
  tamperedPlaces,
  valueAt,
  withValueAt,
} from '../../packages/simulation/src/kubernetes/tampered-fields.ts'
import { tamper, type Tampering } from '../../packages/simulation/src/kubernetes/tampering.ts'
import { atCluster } from '../../packages/simulation/src/world/clusters.ts'
import { atJob, withTampered } from '../../packages/simulation/src/world/jobs.ts'
import { resourcesOf, withResources } from '../../packages/simulation/src/world/resources.ts'
import { type Ghost, uidOf, versionOf, type World } from '../../packages/simulation/src/world/world.ts'
import { kindOf, type KindName } from '@flink-operator/kinds'
import type { Subject } from './tampered-stories.ts'

/** Something that a user or a tool does behind the operator's back. */
export interface Disturbance {
  readonly what: string
  readonly done: (world: World) => World
  readonly isAnew?: true
}

/** A change of one place of the status. */
export interface StatusChange {
  readonly path: readonly string[]
  readonly what: string
  readonly value: unknown
}

const initialOf = (kind: string): object => {
  const it = kindOf(kind as KindName)
  const metadata = { name: 'x', namespace: 'x', uid: 'x', resourceVersion: '1', generation: 1 }
  const { group, version } = it.type
  const read = it.decode({ apiVersion: `${group}/${version}`, kind, metadata, spec: {} })
  return read._tag === 'Right' ? read.right.status as object : {}
}

const tables = new Map<string, { readonly removable: readonly TamperedField[]; readonly all: readonly (readonly string[])[] }>()

/** The places of a kind's status, from its field table. */
export const placesOf = (kind: string) => {
  const known = tables.get(kind)
  if (known !== undefined) return known
  const { status } = kindOf(kind as KindName).definition
  const made = { removable: tamperedPlaces(status, initialOf(kind)).filter(({ path }) => path.length > 0), all: allPlaces(status) }
  tables.set(kind, made)
  return made
}

export const subjectIn = (world: World, { kind, name }: Subject): AnyResource | undefined =>
  name === '*' ? resourcesOf(world, kind)[0] : resourcesOf(world, kind).find(({ meta }) => meta.name === name)

const textOf = (path: readonly string[]): string => (path.length === 0 ? 'the status' : path.join('.'))

/** Each place of the status, removed, and restored to each earlier value. */
export const statusChanges = (kind: string, status: object, earlier: readonly object[]): readonly StatusChange[] => {
  const { removable, all } = placesOf(kind)
  const isOther = (path: readonly string[], value: unknown): boolean =>
    value !== undefined && valueAt(status, path) !== undefined && JSON.stringify(value) !== JSON.stringify(valueAt(status, path))
  const removed = removable.filter(it => isOther(it.path, it.default)).map((it): StatusChange => ({
    path: it.path,
    value: it.default,
    what: `removed ${textOf(it.path)}`,
  }))
  const back = all.flatMap(path => {
    const values = new Map(earlier.map((it, at) => [JSON.stringify(valueAt(it, path)), { value: valueAt(it, path), at }]))
    return [...values.values()].filter(({ value }) => isOther(path, value)).map(({ value, at }): StatusChange => ({
      path,
      value,
      what: `put back ${textOf(path)} of moment ${at}`,
    }))
  })
  return [...removed, ...back]
}

const isWithin = (inner: readonly string[], outer: readonly string[]): boolean => outer.every((step, at) => inner[at] === step)

/** Can both be done? */
export const areApart = (one: StatusChange, other: StatusChange): boolean =>
  !isWithin(one.path, other.path) && !isWithin(other.path, one.path)

/** The world with a mark for the laws, where they read it. */
const marked = (world: World, { kind, name }: Subject, tampered: Ghost['tampered']): World => {
  const mark = (it: World): World => ({ ...it, ghost: { ...it.ghost, tampered } })
  if (kind === 'FlinkDeployment') return atCluster(world, name, it => ({ world: mark(it) })).world
  if (kind === 'FlinkSessionJob') return atJob(world, name, mark)
  if (kind === 'FlinkBlueGreenDeployment' && world.played !== undefined)
    return { ...world, played: { ...world.played ?? nothingPlayed, disturbed: true } }
  return kind === 'FlinkStateSnapshot' ? world : withTampered(world, tampered)
}

const rewritten = (world: World, subject: Subject, resource: AnyResource, next: AnyResource): World => ({
  ...withResources(
    world,
    subject.kind,
    resourcesOf(world, subject.kind).map(it =>
      it === resource ? { ...next, meta: { ...next.meta, resourceVersion: versionOf(world.writes) } } : it
    ),
  ),
  writes: world.writes + 1,
})

const withStatus = (world: World, subject: Subject, change: (status: object) => object, tampered: Ghost['tampered']): World => {
  const resource = subjectIn(world, subject)
  if (resource === undefined) return world
  const read = readWithStatus(subject.kind as KindName, resource, change(resource.status as object))
  // what this version can't read is another subject (F14)
  return read === null || (read.unread ?? []).length > 0 ? world : marked(rewritten(world, subject, resource, read), subject, tampered)
}

export const changesOf = (subject: Subject, changes: readonly StatusChange[]): Disturbance => {
  const what = changes.map(it => it.what).join(' and ')
  return {
    what,
    done: world =>
      withStatus(
        world,
        subject,
        status => changes.reduce((it, { path, value }) => (valueAt(it, path) === undefined ? it : withValueAt(it, path, value)), status),
        { extent: 'Part', what },
      ),
  }
}

export const wholeStatus = (subject: Subject, status: object | null, what: string): Disturbance => ({
  what,
  done: world => withStatus(world, subject, () => status ?? initialOf(subject.kind), { extent: 'Part', what }),
})

const withObjects = (world: World, change: (world: World) => World): World =>
  [world.clusterId, ...world.beside.map(({ clusterId }) => clusterId)].reduce(
    (now, clusterId) => atCluster(now, clusterId, it => ({ world: change(it) })).world,
    world,
  )

/** Objects of ours that are deleted by hand. */
export const lostObjects = (world: World): readonly Disturbance[] => {
  const names = (list: readonly { readonly name: string; readonly deleting: boolean }[]): readonly string[] =>
    list.filter(({ deleting }) => !deleting).map(({ name }) => name)
  const clusters = [world, ...world.beside]
  return [
    ...clusters.flatMap(it => names(it.deployments)).map((name): Disturbance => ({
      what: `deleted Deployment ${name}`,
      done: now =>
        withObjects(now, it => {
          const uids = it.deployments.filter(one => one.name === name).map(({ uid }) => uid)
          return uids.length === 0 ? it : {
            ...it,
            deployments: it.deployments.filter(one => one.name !== name),
            pods: it.pods.map(pod => (uids.includes(pod.deploymentUid) ? { ...pod, deleting: true } : pod)),
          }
        }),
    })),
    ...clusters.flatMap(it => names(it.services)).map((name): Disturbance => ({
      what: `deleted Service ${name}`,
      done: now => withObjects(now, it => ({ ...it, services: it.services.filter(one => one.name !== name) })),
    })),
    ...clusters.flatMap(it => names(it.configMaps)).map((name): Disturbance => ({
      what: `deleted ConfigMap ${name}`,
      done: now => withObjects(now, it => ({ ...it, configMaps: it.configMaps.filter(one => one.name !== name) })),
    })),
    ...(clusters.some(({ ingress }) => ingress !== null)
      ? [{ what: 'deleted the Ingress', done: (now: World) => withObjects(now, it => ({ ...it, ingress: null })) }] : []),
  ]
}

const strippedOwners = (world: World): World => ({
  ...withObjects(world, it => ({
    ...it,
    deployments: it.deployments.map(one => ({ ...one, ownerUids: [] })),
    services: it.services.map(one => ({ ...one, ownerUids: [] })),
    configMaps: it.configMaps.map(one => ({ ...one, ownerUids: [] })),
    ingress: it.ingress === null ? null : { ...it.ingress, ownerUids: [] },
  })),
})

const ownersOfChildren = (world: World): World =>
  withResources(
    world,
    'FlinkDeployment',
    world.resources.FlinkDeployment.map(it => ({ ...it, meta: { ...it.meta, ownerReferences: [] } })),
  )

const withMeta = (world: World, subject: Subject, change: (resource: AnyResource) => AnyResource): World => {
  const resource = subjectIn(world, subject)
  return resource === undefined ? world : rewritten(world, subject, resource, change(resource))
}

/** A resource that is being deleted is gone without its finalizer. */
const withoutFinalizer = (world: World, subject: Subject): World => {
  const resource = subjectIn(world, subject)
  if (resource === undefined || resource.meta.finalizers.length === 0) return world
  return resource.meta.deletionTimestamp === null
    ? withMeta(world, subject, it => ({ ...it, meta: { ...it.meta, finalizers: [] } }))
    : marked(
      withResources(world, subject.kind, resourcesOf(world, subject.kind).filter(it => it !== resource)),
      subject,
      { extent: 'Part', what: 'stripped our finalizer' },
    )
}

const jobTampering = (tampering: Tampering, { kind, name }: Subject): (world: World) => World =>
  kind === 'FlinkSessionJob' ? world => atJob(world, name, it => tamper(it, tampering)) : world => tamper(world, tampering)

/** Metadata of the resource and of what it owns; the resource created again. */
export const strippings = (subject: Subject, older: object | null): readonly Disturbance[] => {
  const isOfJob = subject.kind === 'FlinkDeployment' || subject.kind === 'FlinkSessionJob'
  const stripped: readonly Disturbance[] = [
    { what: 'stripped our finalizer', done: now => withoutFinalizer(now, subject) },
    { what: "stripped the resource's labels", done: now => withMeta(now, subject, it => ({ ...it, meta: { ...it.meta, labels: {} } })) },
  ]
  if (subject.kind === 'FlinkStateSnapshot') return stripped
  const owned: readonly Disturbance[] = [
    {
      what: 'stripped all owner references',
      done: now => marked(ownersOfChildren(strippedOwners(now)), subject, { extent: 'Part', what: 'stripped owners' }),
    },
  ]
  if (isOfJob)
    return [
      ...stripped,
      ...owned,
      { what: 'created again', done: jobTampering({ _tag: 'Created anew', dependents: 'Background' }, subject), isAnew: true },
      { what: 'created again, orphans', done: jobTampering({ _tag: 'Created anew', dependents: 'Orphan' }, subject), isAnew: true },
    ]
  const anew = (status: object | null, what: string): Disturbance => ({
    what,
    isAnew: true,
    done: now => {
      const made = withMeta({ ...ownersOfChildren(strippedOwners(now)), serial: now.serial + 1 }, subject, it => ({
        ...it,
        status: status ?? initialOf(subject.kind),
        meta: { ...it.meta, uid: uidOf(now.serial), generation: 1, finalizers: [], deletionTimestamp: null, creationTimestamp: now.now },
      }))
      return marked(made, subject, { extent: status === null ? 'Part' : 'Whole', what })
    },
  })
  return [
    ...stripped,
    ...owned,
    anew(null, 'created again over what it left'),
    ...(older === null ? [] : [anew(older, 'restored from a backup')]),
  ]
}

/**
 * The state after a disturbance. The watch tells of it: all rounds are due. Rounds under way go on (a write of the status then conflicts),
 * except those of a resource that was created again, and those that no watch starts early: their requests arrive before that.
 */
export const disturbed = (operator: Operator, state: CheckerState, { done, isAnew }: Disturbance): CheckerState | null => {
  const disturbedWorld = done(state.world)
  if (disturbedWorld === state.world) return null
  // nobody tampers in the very millisecond of a round: ids are derived from the time, too
  const world = { ...disturbedWorld, now: disturbedWorld.now + 1 }
  const processes = isAnew === true ? takenUp(state.processes, world)
    : state.processes.map(it => (it.doing === null || !it.kind.isWoken ? { ...it, doing: null, dueAt: Math.min(it.dueAt, world.now) } : it))
  return watched(operator, state.world, { ...state, world, processes })
}
