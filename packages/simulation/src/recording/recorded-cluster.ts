import { sessionClusterNameIn } from '@flink-operator/core/codec'
import type { RecordedResource } from '@flink-operator/core/explain'
import type { Query } from '@flink-operator/core/query'
import type { JsonObject } from '@flink-operator/core/resource'
import { type Entry, resourceIn } from './edits.ts'
import { clusterOf, namespaceOf } from './view.ts'

interface Metadata {
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
}

const metadataOf = (json: JsonObject): Metadata => (json['metadata'] ?? {}) as Metadata

interface JobReference {
  readonly kind?: string
  readonly name?: string
}

/** The fields of a FlinkStateSnapshot's spec that show its cluster. */
interface PlacedSpec {
  readonly jobReference?: JobReference
}
const specOf = (json: JsonObject): PlacedSpec => (json['spec'] ?? {}) as PlacedSpec

/** The cluster of a line; or the namespace if it concerns all clusters in it; null: none. */
type Belongs = { readonly cluster: string } | { readonly namespace: string } | null

/** Finds the cluster of each line. The lines of a snapshot belong to its cluster, once a line has shown which one. */
const belongings = (): (entry: Entry) => Belongs => {
  // by kind, namespace and name
  const clusters = new Map<string, string>()
  const ofJob = (namespace: string, { kind = 'FlinkDeployment', name = '' }: JobReference): string | undefined =>
    kind === 'FlinkDeployment' ? name : clusters.get(`${kind} ${namespace}/${name}`)
  const runsIn = (namespace: string, json: JsonObject): string | undefined => {
    const { jobReference } = specOf(json)
    return jobReference === undefined ? sessionClusterNameIn(json) ?? undefined : ofJob(namespace, jobReference)
  }
  const ofResource = ({ kind, namespace, name }: RecordedResource, json: JsonObject | null): Belongs => {
    const key = `${kind} ${namespace}/${name}`
    const shown = json === null ? undefined : runsIn(namespace, json)
    if (shown !== undefined) clusters.set(key, shown)
    const cluster = kind === 'FlinkDeployment' ? name : clusters.get(key)
    return cluster === undefined ? null : { cluster: `${namespace}/${cluster}` }
  }
  const ofQuery = (query: Query): string | null => {
    const namespace = namespaceOf(query)
    if (query._tag === 'ReadFlinkSessionJob') return ofJob(namespace, { kind: 'FlinkSessionJob', name: query.name }) ?? null
    return query._tag === 'ListStateSnapshots' && query.job !== null ? ofJob(namespace, query.job) ?? null : clusterOf(query)
  }
  return ({ value }) => {
    if (!('line' in value)) {
      const { namespace = '', name = '' } = metadataOf(value.resource)
      return ofResource({ kind: value.kind, namespace, name }, value.resource)
    }
    if (value.line === 'Start') return null
    if (value.line === 'Look') {
      const cluster = ofQuery(value.query)
      return cluster === null ? { namespace: namespaceOf(value.query) } : { cluster: `${namespaceOf(value.query)}/${cluster}` }
    }
    return ofResource(value.of, value.line === 'Read' ? value.resource : null)
  }
}

/** The uid of the FlinkDeployment that a line shows. */
const uidIn = (entry: Entry): string | null => {
  const { value } = entry
  const json = 'line' in value ? resourceIn(entry) ?? null : value.kind === 'FlinkDeployment' ? value.resource : null
  return json === null ? null : metadataOf(json).uid ?? null
}

/** The lines of one FlinkDeployment and its cluster, with their positions in the whole recording. */
export interface RecordedCluster {
  readonly name: string
  readonly entries: readonly Entry[]
  readonly places: readonly number[]
}

/**
 * Splits a recording by FlinkDeployment: one world explains one cluster. A reused name is another resource, from the first line that
 * shows it; lines with the earlier uid still belong to the earlier resource.
 */
export const recordedClusters = (entries: readonly Entry[]): readonly RecordedCluster[] => {
  const clusters: { readonly name: string; readonly uid: string | null; readonly entries: Entry[]; readonly places: number[] }[] = []
  const current = new Map<string, number>()
  const belongsTo = belongings()
  const clusterFor = (name: string, uid: string | null): number => {
    const now = current.get(name)
    const known = uid === null ? now : clusters.findIndex(it => it.name === name && it.uid === uid)
    if (known !== undefined && known >= 0) return known
    // lines before the first one that shows the resource belong to the first resource
    if (now !== undefined && clusters[now]?.uid === null) {
      clusters[now] = { ...clusters[now], uid }
      return now
    }
    current.set(name, clusters.length)
    return clusters.push({ name, uid, entries: [], places: [] }) - 1
  }
  const add = (cluster: number, entry: Entry, place: number): void => {
    clusters[cluster]?.entries.push(entry)
    clusters[cluster]?.places.push(place)
  }
  for (const [place, entry] of entries.entries()) {
    const belongs = belongsTo(entry)
    if (belongs === null) continue
    if ('cluster' in belongs) add(clusterFor(belongs.cluster, uidIn(entry)), entry, place)
    else for (const [name, cluster] of current) if (name.startsWith(`${belongs.namespace}/`)) add(cluster, entry, place)
  }
  const countOf = (name: string): number => clusters.filter(it => it.name === name).length
  return clusters.map(({ name, uid, ...own }) => ({ name: countOf(name) === 1 ? name : `${name} (${uid ?? 'no uid'})`, ...own }))
}

/**
 * Merges the files of several processes by time. A query is placed at its request: what it shows later may still come from a watch
 * event before its answer. If another process acted in between, which the answer may show, it is placed at its answer. A round is
 * placed at its writing, after all of its queries.
 */
export const merged = (files: readonly (readonly Entry['value'][])[]): readonly Entry[] => {
  const deeds = files.flatMap((values, file) =>
    values.flatMap(value => ('line' in value && (value.line === 'Begin' || value.line === 'End') ? [{ file, at: value.at }] : []))
  ).toSorted((a, b) => a.at - b.at)
  const isInBetween = (file: number, from: number, to: number): boolean => {
    for (let index = firstAfter(deeds, from); index < deeds.length && deeds[index]!.at <= to; index += 1)
      if (deeds[index]!.file !== file) return true
    return false
  }
  const timed = files.flatMap((values, file) => {
    let last = 0
    return values.map(value => {
      if ('line' in value) last = Math.max(last, value.at)
      const asked = 'line' in value && value.line === 'Look' ? value.at - value.took : last
      const at = 'line' in value ? value.at : last
      return { entry: { file, value }, at: asked < at && !isInBetween(file, asked, at) ? asked : at }
    })
  })
  return timed.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry)
}

const firstAfter = (sorted: readonly { readonly at: number }[], at: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low
}
