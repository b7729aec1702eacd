import type { AdapterError, Fact, Query, ResourceMeta } from '@flink-operator/core'
import type { ClusterManifestInput } from '@flink-operator/core/action'
import type { Effect } from '../packages/operator/src/port/cluster-port.ts'

/** What a call came to, in the words that decisions see: `done`, or the error's tag and whether it may have been applied. */
export type Answer = 'done' | `${AdapterError['_tag']} applied=${AdapterError['applied']}`

export const answerOf = (error: AdapterError | null): Answer => (error === null ? 'done' : `${error._tag} applied=${error.applied}`)

/**
 * One of the two worlds: the simulated one, or the adapters on a real one. Both take the same actions and queries and answer in the same
 * words.
 */
export interface Side {
  readonly perform: (effect: Effect, version?: string) => Promise<Answer>
  readonly ask: (query: Query) => Promise<Fact<unknown>>
}

/** A side that also has a custom resource. */
export interface KubernetesSide extends Side {
  /** The resource as it stands; null: gone. */
  readonly resource: () => Promise<{ readonly meta: ResourceMeta; readonly status: unknown } | null>
  readonly input: ClusterManifestInput
  /** Somebody deletes the resource. */
  readonly deleteResource: () => Promise<void>
  /** Somebody writes an annotation. */
  readonly touchResource: () => Promise<void>
  /** Somebody makes an Ingress of the resource's name. */
  readonly makeIngress: () => Promise<void>
  /** Somebody takes it away. */
  readonly removeIngress: () => Promise<void>
  /** Lets the cluster do what it does by itself, until what is asked holds. */
  readonly settle: (until: () => Promise<boolean>) => Promise<void>
}

/** What was asked of a side, and what it answered, under a name that says it. */
export type Transcript = Readonly<Record<string, unknown>>

/** Uids, versions and times differ between worlds; what they stand for does not. */
export interface ObjectSummary {
  readonly name: string
  readonly attempt: string | null
  readonly deleting: boolean
  readonly owners: number
}

interface View {
  readonly name: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  readonly uid: string
}

const attempt = 'flinkdeployment.flink.apache.org/attempt'

export const summaryOf = ({ name, annotations, deleting, ownerUids }: View): ObjectSummary => ({
  name,
  attempt: annotations[attempt] ?? null,
  deleting,
  owners: ownerUids.length,
})

/** Objects of a list fact, or one object, or the fact's tag where nothing is known. */
export const summarize = (fact: Fact<unknown>): unknown => {
  if (fact._tag !== 'Known') return fact._tag
  return Array.isArray(fact.value)
    ? (fact.value as readonly View[]).map(summaryOf).sort((a, b) => (a.name < b.name ? -1 : 1))
    : summaryOf(fact.value as View)
}

export const viewsOf = (fact: Fact<unknown>): readonly View[] =>
  fact._tag !== 'Known' ? [] : Array.isArray(fact.value) ? fact.value as readonly View[] : [fact.value as View]
