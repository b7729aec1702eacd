import type { JsonObject } from '@flink-operator/core'
import { type Cached, type ChangeType, compactJson, createCache } from '@flink-operator/k8s-adapter'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import { type KindWatch, kindWatch, type WatchOptions } from './kind-watch.ts'
import { namespaceWatches } from './namespace-watches.ts'

export interface SnapshotWatch extends KindWatch {
  /** Its job changed: wakes the snapshots of it that are not over (E-25). */
  readonly wakeOf: (job: ResourceKey) => void
}

interface Snapshot {
  /** What starts a round when it changes; status writes, our own among them, don't (B67). */
  readonly signature: string
  readonly state: string
  /** `namespace/name` of the FlinkDeployment; null: it names none. */
  readonly job: string | null
  readonly isOver: boolean
  readonly text: string
}

const over: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'ABANDONED'])

interface Read {
  readonly metadata?: { readonly namespace?: string; readonly generation?: number; readonly deletionTimestamp?: string }
  readonly spec?: { readonly jobReference?: { readonly kind?: string; readonly name?: string } | null }
  readonly status?: { readonly state?: string } | null
}

const snapshotOf = (object: JsonObject): Snapshot => {
  const { metadata, spec, status } = object as Read
  const state = status?.state ?? 'TRIGGER_PENDING'
  const { kind, name } = spec?.jobReference ?? {}
  const isDeleting = metadata?.deletionTimestamp !== undefined
  return {
    signature: `${metadata?.generation ?? 0} ${String(isDeleting)}`,
    state,
    isOver: over.has(state) && !isDeleting,
    text: compactJson(object),
    job: kind === 'FlinkDeployment' && name !== undefined ? `${metadata?.namespace ?? ''}/${name}` : null,
  }
}

/** Watches FlinkStateSnapshots in every watched namespace. */
export const watchSnapshots = (options: WatchOptions): SnapshotWatch => {
  const { clock } = options
  const known = new Map<string, { readonly uid: string; readonly signature: string; readonly state: string }>()

  const onChange = (type: ChangeType, { namespace, name, uid, view }: Cached<Snapshot>): void => {
    const key = { namespace, name }
    const before = known.get(keyText(key))
    const slash = view.job?.indexOf('/') ?? 0
    const job = view.job === null ? null : { namespace: view.job.slice(0, slash), name: view.job.slice(slash + 1) }
    if (type === 'deleted') known.delete(keyText(key))
    else known.set(keyText(key), { uid, signature: view.signature, state: view.state })
    if (type === 'deleted') options.onGone(key)
    else options.onTold(key)
    if (!own.isOpen(namespace)) return
    if (type !== 'deleted' && (before?.uid !== uid || before.signature !== view.signature)) options.onWake(key)
    if (job !== null && (type === 'deleted' || before?.uid !== uid || before.state !== view.state)) options.onJob(job)
  }

  const cache = createCache<Snapshot, 'job'>({
    clock,
    onChange,
    project: snapshotOf,
    indexes: { job: ({ view }) => (view.job === null ? [] : [view.job]) },
  })
  const own: KindWatch = kindWatch(options, cache, namespaceWatches('FlinkStateSnapshot', options, cache.onEvent), null)

  return {
    ...own,
    wakeOf: job => {
      if (own.isOpen(job.namespace)) {
        for (const { namespace, name, view } of cache.byIndex('job', keyText(job))) if (!view.isOver) options.onWake({ namespace, name })
      }
    },
  }
}
