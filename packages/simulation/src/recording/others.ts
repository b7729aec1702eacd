import type { Fact } from '@flink-operator/core/fact'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { type Entry, resourceIn } from './edits.ts'

/** The parts of an object that show its owner. */
interface Owned {
  readonly kind?: string
  readonly name: string
  readonly uid: string
  readonly ownerUids: readonly string[]
  readonly annotations?: Readonly<Record<string, string>>
}

const isOwned = (value: unknown): value is Owned =>
  typeof value === 'object' && value !== null && 'uid' in value && 'ownerUids' in value && 'name' in value

/** Pods belong to the ReplicaSet, and HA metadata has no owner: Flink creates it. */
const queriesOfObjects: readonly string[] = [
  'ReadDeployment',
  'ReadTaskManagerDeployment',
  'ListConfigMaps',
  'ListServices',
  'ReadNames',
  'ReadIngress',
]
const isHaMetadata = (name: string): boolean => name.endsWith('-config-map')

/** A foreign object in a line. */
export interface Other extends Owned {
  readonly kind: 'Deployment' | 'ConfigMap' | 'Service'
}

const kindOf: Readonly<Partial<Record<string, Other['kind']>>> = {
  ReadDeployment: 'Deployment',
  ReadTaskManagerDeployment: 'Deployment',
  ListConfigMaps: 'ConfigMap',
  ListServices: 'Service',
}
const isKind = (kind: string | undefined): kind is Other['kind'] => kind === 'Deployment' || kind === 'ConfigMap' || kind === 'Service'

const reportedIn = ({ value }: Entry): readonly Owned[] => {
  if (!('line' in value)) return []
  if (value.line === 'Watch') return value.seen.kind === 'Deployment' && value.seen.deployment !== null ? [value.seen.deployment] : []
  return value.line === 'Look' && value.fact._tag === 'Known' && queriesOfObjects.includes(value.query._tag)
    ? [value.fact.value].flat().filter(isOwned) : []
}

/** Uids of the resource and of its Deployments: the objects that they own are ours. */
const ownersOf = (entries: readonly Entry[]): ReadonlySet<string> => {
  const owners = new Set(entries.flatMap(entry => ((resourceIn(entry)?.['metadata'] as { readonly uid?: string } | undefined)?.uid ?? [])))
  for (const it of entries.flatMap(reportedIn)) if (it.ownerUids.some(uid => owners.has(uid))) owners.add(it.uid)
  return owners
}

const isOthers = (owners: ReadonlySet<string>) => ({ name, ownerUids, annotations = {} }: Owned): boolean =>
  !isHaMetadata(name) && (ownerUids.length === 0 ? annotations[attemptAnnotation] === undefined : !ownerUids.some(uid => owners.has(uid)))

/** Each line's foreign objects, without Ingresses. */
export const othersIn = (entries: readonly Entry[]): readonly { readonly line: number; readonly object: Other }[] => {
  const others = isOthers(ownersOf(entries))
  return entries.flatMap((entry, line) =>
    reportedIn(entry).filter(others).flatMap(it => {
      const { value } = entry
      const kind = it.kind ?? ('line' in value && value.line === 'Look' ? kindOf[value.query._tag] : 'Deployment')
      return isKind(kind) ? [{ line, object: { ...it, kind } }] : []
    })
  )
}

const factWithout = (fact: Fact<unknown>, others: (it: Owned) => boolean): Fact<unknown> => {
  if (fact._tag !== 'Known') return fact
  if (Array.isArray(fact.value)) return { ...fact, value: fact.value.filter(it => !isOwned(it) || !others(it)) }
  return isOwned(fact.value) && others(fact.value) ? { _tag: 'Absent', source: fact.source, asOf: fact.asOf } : fact
}

/**
 * The recorded lines without foreign objects that have the cluster's names or labels: those that matter to the world are added
 * separately (`nameConflicts`).
 */
export const withoutOthers = (entries: readonly Entry[]): readonly Entry[] => {
  const others = isOthers(ownersOf(entries))
  return entries.some(entry => reportedIn(entry).some(others)) ? entries.map(entry => {
    const { value } = entry
    if (!('line' in value) || !reportedIn(entry).some(others)) return entry
    if (value.line === 'Look') return { ...entry, value: { ...value, fact: factWithout(value.fact, others) } }
    return value.line === 'Watch' && value.seen.kind === 'Deployment'
      ? { ...entry, value: { ...value, seen: { kind: 'Deployment', deployment: null } } } : entry
  }) : entries
}
