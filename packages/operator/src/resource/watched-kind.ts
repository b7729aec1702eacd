import type { JsonObject } from '@flink-operator/core'
import type { AnyKind, Reference, WatchedValue, WatchRule } from '@flink-operator/core/kinds'
import { type Cached, type ChangeType, compactJson, createCache, type WatchedClusters } from '@flink-operator/k8s-adapter'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import { type KindWatch, kindWatch, type WatchOptions } from './kind-watch.ts'
import { namespaceWatches } from './namespace-watches.ts'
import { ownerOf, referenceOf, signatureOf, watchedText } from './watched-value.ts'

/** Which changes of this kind's resources concern another kind. */
export interface Interest {
  readonly values: readonly WatchedValue[]
  /**
   * How a changed resource names the one resource of that other kind to notify: by a reference, or by its `owners` (owner
   * references). Null: every resource that refers to the changed one is notified.
   */
  readonly names: { readonly kind: string; readonly by: Reference | 'owners' } | null
  /** Called with the named resource, or with the changed one. */
  readonly tell: (key: ResourceKey) => void
}

export interface WatchedKind extends KindWatch {
  /** Wakes the resources of this kind that refer to this resource of another kind, except finished ones. */
  readonly wakeReferring: (kind: string, to: ResourceKey) => void
  /** The resource with this uid. */
  readonly ofUid: (uid: string) => ResourceKey | null
  /** True if a resource of this name exists. */
  readonly has: (key: ResourceKey) => boolean
  /** Wakes the resource if its namespace is open. */
  readonly wake: (key: ResourceKey) => void
}

/** What is kept of a resource. */
interface Seen {
  /** JSON of the resource, without bookkeeping fields; the kind decodes it. */
  readonly text: string
  /** Signature of the fields that wake the resource itself when they change. Status writes, including our own, do not wake it (B67). */
  readonly itself: string
  /** For each interest, the signature of its fields and the resource to notify. */
  readonly interests: readonly { readonly signature: string; readonly named: ResourceKey | null }[]
  /** `kind namespace/name` of the resources that it refers to and that wake it. */
  readonly refersTo: readonly string[]
}

type Referenced = Extract<WatchRule, { readonly _tag: 'Referenced' }>

const isDeleting = (object: JsonObject): boolean => watchedText(object, { path: ['metadata', 'deletionTimestamp'], absent: '' }) !== ''

const isOver = (object: JsonObject, { over }: Referenced): boolean =>
  over !== null && over.values.includes(watchedText(object, { path: over.path, absent: '' })) && !isDeleting(object)

/** Watches the resources of a kind in every watched namespace, by the watch rules of the kind. */
export const watchKind = (
  { type, watch: rules, readsLastApplied }: Pick<AnyKind, 'type' | 'watch' | 'readsLastApplied'>,
  interests: readonly Interest[],
  clusters: Pick<WatchedClusters, 'settled'> | null,
  options: WatchOptions,
): WatchedKind => {
  const itself = rules.flatMap(rule => (rule._tag === 'Itself' ? rule.values : []))
  const references = rules.flatMap(rule => (rule._tag === 'Referenced' ? [rule] : []))
  const known = new Map<string, Pick<Seen, 'itself' | 'interests'> & { readonly uid: string }>()
  const byUid = new Map<string, ResourceKey>()

  const seen = (object: JsonObject): Seen => ({
    text: compactJson(object, readsLastApplied === true),
    itself: signatureOf(object, itself),
    interests: interests.map(({ values, names }) => ({
      signature: signatureOf(object, values),
      named: names === null ? null : names.by === 'owners' ? ownerOf(object, names.kind) : referenceOf(object, names.by, names.kind),
    })),
    refersTo: references.flatMap(rule => {
      const to = isOver(object, rule) ? null : referenceOf(object, rule, rule.type.kind)
      return to === null ? [] : [`${rule.type.kind} ${keyText(to)}`]
    }),
  })

  const remember = (change: ChangeType, key: ResourceKey, uid: string, view: Seen): void => {
    const before = known.get(keyText(key))
    if (before !== undefined) byUid.delete(before.uid)
    if (change === 'deleted') {
      known.delete(keyText(key))
      options.onGone(key)
    } else {
      known.set(keyText(key), { uid, itself: view.itself, interests: view.interests })
      byUid.set(uid, key)
      options.onReported(key, change)
    }
  }
  /** Notifies every interested kind whose signature differs from `before`; null: all of them. */
  const tellOthers = (key: ResourceKey, now: Seen, before: Pick<Seen, 'interests'> | null): void => {
    for (const [index, { names, tell }] of interests.entries()) {
      const to = names === null ? key : now.interests[index]?.named ?? null
      if (to !== null && before?.interests[index]?.signature !== now.interests[index]?.signature) tell(to)
    }
  }
  const onChange = (change: ChangeType, { namespace, name, uid, view }: Cached<Seen>): void => {
    const key = { namespace, name }
    const last = known.get(keyText(key))
    const before = last?.uid === uid && change !== 'deleted' ? last : null
    options.onSeen?.(key, change === 'deleted' ? null : view.text)
    remember(change, key, uid, view)
    if (!own.isOpen(namespace)) return
    if (change !== 'deleted' && before?.itself !== view.itself) options.onWake(key)
    tellOthers(key, view, before)
  }

  const cache = createCache<Seen, 'refersTo'>({
    clock: options.clock,
    onChange,
    project: seen,
    indexes: { refersTo: ({ view }) => view.refersTo },
  })
  const own: KindWatch = kindWatch(options, cache, namespaceWatches(type, options, cache.onEvent), clusters)
  const wake = (key: ResourceKey): void => {
    if (own.isOpen(key.namespace)) options.onWake(key)
  }

  return {
    ...own,
    wakeReferring: (kind, to) => {
      for (const { namespace, name } of cache.byIndex('refersTo', `${kind} ${keyText(to)}`)) wake({ namespace, name })
    },
    ofUid: uid => byUid.get(uid) ?? null,
    has: key => known.has(keyText(key)),
    wake,
  }
}
