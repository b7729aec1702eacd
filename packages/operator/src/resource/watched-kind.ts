import type { JsonObject } from '@flink-operator/core'
import type { AnyKind, Reference, WatchedValue, WatchRule } from '@flink-operator/core/kinds'
import { type Cached, type ChangeType, compactJson, createCache, type WatchedClusters } from '@flink-operator/k8s-adapter'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import { type KindWatch, kindWatch, type WatchOptions } from './kind-watch.ts'
import { namespaceWatches } from './namespace-watches.ts'
import { ownerOf, referenceOf, signatureOf, watchedText } from './watched-value.ts'

/** What another kind wants to be told of the resources of this one. */
export interface Interest {
  readonly values: readonly WatchedValue[]
  /**
   * Where the resource names one of that kind, which alone is to be told, or `owners`: that its owner references name; null: whoever
   * refers to the resource is.
   */
  readonly names: { readonly kind: string; readonly by: Reference | 'owners' } | null
  /** The resource that was named, or the one that changed. */
  readonly tell: (key: ResourceKey) => void
}

export interface WatchedKind extends KindWatch {
  /** Wakes those that refer to this resource of another kind, but for those that are over. */
  readonly wakeReferring: (kind: string, to: ResourceKey) => void
  /** Whose uid is it? */
  readonly ofUid: (uid: string) => ResourceKey | null
  /** Is there one of this name? */
  readonly has: (key: ResourceKey) => boolean
  /** Starts a round, where its namespace is open. */
  readonly wake: (key: ResourceKey) => void
}

/** What is kept of a resource. */
interface Seen {
  /** JSON of the whole resource, without bookkeeping; to be decoded by the kind. */
  readonly text: string
  /** What starts a round of the resource itself when it changes; status writes, our own among them, don't (B67). */
  readonly itself: string
  /** The same of each interest, and the resource that is to be told. */
  readonly interests: readonly { readonly signature: string; readonly named: ResourceKey | null }[]
  /** `kind namespace/name` of what it refers to and is woken by. */
  readonly refersTo: readonly string[]
}

type Referenced = Extract<WatchRule, { readonly _tag: 'Referenced' }>

const isDeleting = (object: JsonObject): boolean => watchedText(object, { path: ['metadata', 'deletionTimestamp'], absent: '' }) !== ''

const isOver = (object: JsonObject, { over }: Referenced): boolean =>
  over !== null && over.values.includes(watchedText(object, { path: over.path, absent: '' })) && !isDeleting(object)

/** Watches the resources of a kind in every watched namespace, as its rules say. */
export const watchKind = (
  { type, watch: rules }: Pick<AnyKind, 'type' | 'watch'>,
  interests: readonly Interest[],
  clusters: Pick<WatchedClusters, 'settled'> | null,
  options: WatchOptions,
): WatchedKind => {
  const itself = rules.flatMap(rule => (rule._tag === 'Itself' ? rule.values : []))
  const references = rules.flatMap(rule => (rule._tag === 'Referenced' ? [rule] : []))
  const known = new Map<string, Pick<Seen, 'itself' | 'interests'> & { readonly uid: string }>()
  const byUid = new Map<string, ResourceKey>()

  const seen = (object: JsonObject): Seen => ({
    text: compactJson(object),
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
      options.onTold(key, change)
    }
  }
  /** Tells each kind that is interested, where something of its interest is another than `before`; null: all of it is. */
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
