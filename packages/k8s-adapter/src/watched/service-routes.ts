import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import type { PodView } from '@flink-operator/core/fact'
import { type Cache, createCache } from '../cache.ts'
import { textsAt } from '../json-path.ts'
import { type ListWatch, listWatch } from '../list-watch.ts'
import { collectionPath } from '../resource-path.ts'
import type { ServiceRoute } from '../read/read-service-route.ts'
import { podView } from '../view/pod-view.ts'
import { type ServiceTarget, serviceTarget } from '../view/service-target.ts'
import type { WatchedKindOptions } from './watched-kind.ts'

/** The watched Services of JobManagers, so that finding the address of Flink costs no request. */
export interface ServiceRoutes {
  /** Null: not known from the watches now; the server has to be asked. */
  readonly routeOf: (namespace: string, service: string) => ServiceRoute | null
  readonly watches: readonly (readonly [string, ListWatch])[]
  readonly stop: () => void
}

/** Labels of clusters of the Apache operator's API, and of Lyft's. */
const serviceLabels = { cluster: 'type in (flink-native-kubernetes,flink-standalone-kubernetes)', lyft: 'flink-app' } as const
const lyftJobManagers = 'flink-app,flink-deployment-type=jobmanager'

interface LabelledPod {
  readonly labels: Readonly<Record<string, string>>
  readonly pod: PodView
}

const labelledPod = (object: JsonObject): LabelledPod | null => {
  const pod = podView(object)
  return E.isLeft(pod) ? null : { labels: textsAt(object, 'metadata', 'labels'), pod: pod.right }
}

/** An empty selector matches no pod: the addresses of such a Service come from its EndpointSlices, which others may write. */
const matches = (labels: Readonly<Record<string, string>>, selector: Readonly<Record<string, string>>): boolean => {
  const wanted = Object.entries(selector)
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value)
}

/**
 * Watches the Services of JobManagers, and the JobManager pods of FlinkApplications. The pods of other clusters are watched already:
 * `podsOf` finds them by the label `app`; null: not known now. `hasLyft`: FlinkApplications are reconciled.
 */
export const watchServiceRoutes = (
  options: Pick<WatchedKindOptions, 'http' | 'clock' | 'namespaces' | 'onError'> & {
    readonly hasLyft: boolean
    readonly podsOf: (namespace: string, cluster: string) => readonly PodView[] | null
  },
): ServiceRoutes => {
  const { http, clock, namespaces, onError, hasLyft, podsOf } = options
  const watching = <View>(kind: 'Service' | 'Pod', selector: string, project: (object: JsonObject) => View | null) => {
    const cache: Cache<View, 'namespace'> = createCache<View, 'namespace'>({
      clock,
      project,
      indexes: { namespace: entry => [entry.namespace] },
    })
    const watches = new Map((namespaces ?? [null]).map(namespace => {
      const path = collectionPath({ apiVersion: 'v1', kind, namespace })
      const name = `${path.split('/').at(-1) ?? ''} of ${selector}${namespace === null ? '' : `/${namespace}`}`
      const watch = listWatch({
        http,
        clock,
        path,
        labelSelector: selector,
        onEvent: cache.onEvent,
        onError: message => onError(name, message),
      })
      return [namespace, [name, watch] as const]
    }))
    const isFresh = (namespace: string): boolean => {
      const watch = (watches.get(namespace) ?? watches.get(null))?.[1]
      return watch !== undefined && watch.isSynced() && watch.staleSince() === null
    }
    return { cache, isFresh, watches: [...watches.values()] }
  }

  const families = [
    watching<ServiceTarget>('Service', serviceLabels.cluster, serviceTarget),
    ...(hasLyft ? [watching<ServiceTarget>('Service', serviceLabels.lyft, serviceTarget)] : []),
  ]
  const lyftPods = hasLyft ? watching<LabelledPod>('Pod', lyftJobManagers, labelledPod) : null

  const podsBehind = (namespace: string, { selector }: ServiceTarget): readonly PodView[] | null => {
    if (selector['app'] !== undefined) return podsOf(namespace, selector['app'])
    if (lyftPods?.isFresh(namespace) !== true) return null
    return lyftPods.cache.byIndex('namespace', namespace).filter(({ view }) => matches(view.labels, selector)).map(({ view }) => view.pod)
  }

  const watches = [...families, ...(lyftPods === null ? [] : [lyftPods])].flatMap(it => it.watches)
  return {
    routeOf: (namespace, service) => {
      for (const { cache, isFresh } of families) {
        const target = isFresh(namespace) ? cache.get(namespace, service)?.view : undefined
        if (target === undefined) continue
        const pods = podsBehind(namespace, target)
        return pods === null ? null : { target, pods }
      }
      return null
    },
    watches,
    stop: () => {
      for (const [, watch] of watches) watch.stop()
    },
  }
}
