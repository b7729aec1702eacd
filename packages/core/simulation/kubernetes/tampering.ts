import { initialFlinkDeploymentStatus } from '../../src/codec/flink-deployment-status-fields.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import { type FlinkDeploymentResource, uidOf, versionOf, type World } from '../world/world.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { branchAt } from '../flink/ghost-progress.ts'
import { type TamperedField, valueAt, withValueAt } from './tampered-fields.ts'

/** What a person or a tool does to the resource behind the operator's back. */
export type Tampering =
  /** A field of the status is taken away, or is as it was when the backup was made. */
  | { readonly _tag: 'Field'; readonly field: TamperedField; readonly to: 'Default' | 'Backup' }
  | { readonly _tag: 'Finalizer' }
  /** The resource is deleted past our finalizer and created anew. `Background`: what it owned goes with it. `Orphan`: all of it stays, and belongs to nobody. */
  | { readonly _tag: 'Created anew'; readonly dependents: 'Background' | 'Orphan' }

export const tamperingText = (tampering: Tampering): string => {
  switch (tampering._tag) {
    case 'Field': {
      const what = tampering.field.path.length === 0 ? 'the status' : `status.${tampering.field.path.join('.')}`
      return tampering.to === 'Default' ? `removed ${what}` : `put back an older ${what}`
    }
    case 'Finalizer':
      return 'took our finalizer away'
    case 'Created anew':
      return `deleted the resource past our finalizer${tampering.dependents === 'Orphan' ? ', orphaning what it owned,' : ''} and created it anew`
  }
}

/** The world after it; the world itself where it would change nothing. */
export const tamper = (world: World, tampering: Tampering): World => {
  const { resource } = world
  if (resource === null) return world
  switch (tampering._tag) {
    case 'Field':
      return tamperWith(world, resource, tampering)
    case 'Finalizer':
      if (resource.meta.finalizers.length === 0) return world
      return resource.meta.deletionTimestamp === null ? changed(world, { ...resource, meta: { ...resource.meta, finalizers: [] } }) : { ...world, resource: null, olderResource: resource }
    case 'Created anew':
      return createAnew(world, resource, tampering)
  }
}

const changed = (world: World, resource: FlinkDeploymentResource): World =>
  ({ ...world, writes: world.writes + 1, olderResource: world.resource, resource: { ...resource, meta: { ...resource.meta, resourceVersion: versionOf(world.writes) } } })

const tamperWith = (world: World, resource: FlinkDeploymentResource, tampering: Extract<Tampering, { readonly _tag: 'Field' }>): World => {
  const { field, to } = tampering
  const { status } = resource
  const { backup } = world.ghost
  const value = to === 'Default' ? field.default : backup === null ? undefined : valueAt(backup, field.path)
  const before = valueAt(status, field.path)
  if (value === undefined || before === undefined || JSON.stringify(value) === JSON.stringify(before)) return world
  const next: FlinkDeploymentStatus = withValueAt(status, field.path, value)
  const isWhole = to === 'Backup' && typeof value === 'object'
  return { ...changed(world, { ...resource, status: next }), ghost: { ...world.ghost, tampered: { extent: isWhole ? 'Whole' : 'Part', what: tamperingText(tampering) } } }
}

const createAnew = (world: World, resource: FlinkDeploymentResource, tampering: Extract<Tampering, { readonly _tag: 'Created anew' }>): World => {
  const { dependents } = tampering
  const meta = { ...resource.meta, uid: uidOf(world.serial), generation: 1, finalizers: [], deletionTimestamp: null, creationTimestamp: world.now }
  const released = <A extends { readonly ownerUids: readonly string[] }>(it: A): A => (it.ownerUids.includes(resource.meta.uid) ? { ...it, ownerUids: [] } : it)
  const over: World = dependents === 'Background' ? world : { ...world, deployments: world.deployments.map(released), ingress: world.ingress === null ? null : released(world.ingress) }
  const hasLeft = (dependents === 'Orphan' && world.deployments.some(it => !it.deleting)) || world.ha.jobs.length > 0
  const next = changed({ ...over, serial: over.serial + 1 }, { ...resource, meta, status: initialFlinkDeploymentStatus })
  return { ...(hasLeft ? next : givenUp(next)), ghost: { ...next.ghost, tampered: { extent: 'Part', what: tamperingText(tampering) } } }
}

/** Where no cluster and no HA metadata is left, nothing tells of the job any more: the person gave it up. What a cluster that is going still runs, or starts, is nobody's. */
const givenUp = (world: World): World => {
  const going = [...world.deployments, ...world.pods].flatMap(({ input }) => clusterConfiguration(input).jobId ?? [])
  return { ...branchAt(world, 0), ended: [...new Set([...world.ended, ...going])] }
}
