import { identityOf, type ResourceType } from '@flink-operator/core'
import { collectionPath, type Http, type ListWatch, listWatch, type ListWatchOptions } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { WatchedNamespaces } from '../configuration/watched-namespaces.ts'

export interface NamespaceWatchOptions {
  readonly http: Http
  readonly clock: Clock
  readonly namespaces: WatchedNamespaces
  readonly labelSelector: string | null
  readonly onError: (watch: string, message: string) => void
}

/** The list-watch of one kind in one namespace; null: in all namespaces. */
export interface NamespaceWatch {
  /** `plural`, or `plural/namespace`: for metrics and log lines. */
  readonly name: string
  readonly namespace: string | null
  readonly watch: ListWatch
  /** The server's message of the last failure that no success followed. */
  readonly trouble: () => string | null
}

/**
 * One watch for each namespace, so that a namespace that can't be watched does not delay the others (F22). Failures are retried
 * forever, and a repeated failure is reported once.
 */
export const namespaceWatches = (
  type: ResourceType,
  { http, clock, namespaces, labelSelector, onError }: NamespaceWatchOptions,
  onEvent: ListWatchOptions['onEvent'],
): readonly NamespaceWatch[] =>
  (namespaces ?? [null]).map(namespace => {
    const { plural } = type
    const name = namespace === null ? plural : `${plural}/${namespace}`
    const last: { message: string | null; heardAt: number | null } = { message: null, heardAt: null }
    const watch = listWatch({
      http,
      clock,
      path: collectionPath({ ...identityOf(type), namespace }),
      onEvent,
      ...(labelSelector === null ? {} : { labelSelector }),
      onError: message => {
        const isNews = last.message !== message || last.heardAt !== watch.heardAt()
        last.message = message
        last.heardAt = watch.heardAt()
        if (isNews) onError(name, message)
      },
    })
    return { name, namespace, watch, trouble: () => (last.heardAt === watch.heardAt() ? last.message : null) }
  })
