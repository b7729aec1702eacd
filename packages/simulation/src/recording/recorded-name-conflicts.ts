import type { RecordedBegin } from '@flink-operator/core/explain'
import { partRef } from '@flink-operator/core/manifest'
import type { World } from '../world/world.ts'
import { placed } from '../kubernetes/foreign-objects.ts'
import type { Entry } from './edits.ts'
import { type Other, othersIn } from './others.ts'

/** A foreign object that has one of our names, for as long as it may exist. */
export interface NameConflict {
  /** The lines that show it, or that show which create it made fail. */
  readonly first: number
  readonly last: number
  readonly words: string
  readonly isThere: (world: World) => boolean
  /** The same world if the name is taken. */
  readonly appears: (world: World) => World
  readonly goes: (world: World) => World
}

const nameWanted = ({ action }: RecordedBegin): string | null => {
  if (action._tag !== 'CreateObject') return null
  const { manifest } = action
  if (manifest._tag === 'IngressManifest') return `Ingress ${manifest.name}`
  if (manifest._tag === 'FlinkDeploymentManifest') return null
  if (manifest._tag === 'ObjectManifest') return `${manifest.kind} ${manifest.name}`
  const { kind, name } = partRef(manifest.part, manifest.input.clusterId)
  return `${kind} ${name}`
}

/** Lines of creates that were answered with AlreadyExists, by the object. */
const refusals = (entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> => {
  const begun = new Map<string, string>()
  const found = new Map<string, readonly number[]>()
  for (const [line, { file, value }] of entries.entries()) {
    if (!('line' in value) || (value.line !== 'Begin' && value.line !== 'End')) continue
    const by = `${file} ${value.of.kind} ${value.of.name}`
    if (value.line === 'Begin') {
      begun.set(by, nameWanted(value) ?? '')
      continue
    }
    const name = begun.get(by) ?? ''
    if (value.effect === 'CreateObject' && value.error?._tag === 'AlreadyExists' && name !== '')
      found.set(name, [...found.get(name) ?? [], line])
  }
  return found
}

const isTaken = ({ deployments, configMaps, services }: World, { kind, name }: Other): boolean =>
  (kind === 'Deployment' ? deployments : kind === 'ConfigMap' ? configMaps : services).some(it => it.name === name)

const withoutIt = (world: World, gone: string): World => {
  const kept = <A extends { readonly uid: string }>(list: readonly A[]): readonly A[] => list.filter(({ uid }) => uid !== gone)
  return { ...world, deployments: kept(world.deployments), configMaps: kept(world.configMaps), services: kept(world.services) }
}

/**
 * The foreign objects that made a create fail; all others don't matter to the world. A name counts as foreign only if a line shows its
 * foreign owner.
 */
export const nameConflicts = (entries: readonly Entry[]): readonly NameConflict[] => {
  const refused = refusals(entries)
  const objects = new Map<string, { readonly object: Other; readonly lines: readonly number[] }>()
  for (const { line, object } of othersIn(entries)) {
    const kept = refused.get(`${object.kind} ${object.name}`)
    if (kept !== undefined) objects.set(object.uid, { object, lines: [...objects.get(object.uid)?.lines ?? kept, line] })
  }
  return [...objects.values()].map(({ object, lines }) => ({
    first: Math.min(...lines),
    last: Math.max(...lines),
    words: `${object.kind} ${object.name}`,
    isThere: ({ deployments, configMaps, services }) => [...deployments, ...configMaps, ...services].some(({ uid }) => uid === object.uid),
    appears: world =>
      isTaken(world, object) ? world
        : placed(world, object.kind, {
          name: object.name,
          uid: object.uid,
          version: '',
          deleting: false,
          ownerUids: object.ownerUids,
          annotations: object.annotations ?? {},
          foreignObject: true,
        }),
    goes: world => withoutIt(world, object.uid),
  }))
}
