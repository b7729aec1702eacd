import type { Millis } from '@flink-operator/core'
import {
  currentLeaders,
  leaderConfigMaps,
  type LeaderChange,
  type LeaderLayout,
  type Leaders,
  type RetrievalEvent,
  retrievalStep,
  startRetrieval,
} from '@flink-operator/high-availability'
import { type Clock, systemClock } from '../clock.ts'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { listWatch } from '../list-watch.ts'
import { collectionPath } from '../resource-path.ts'
import { configMapContent } from './config-map-driver.ts'

/** The cluster whose leaders are followed, and the listeners. */
export interface FollowLeadersOptions {
  readonly http: Http
  readonly namespace: string
  readonly layout: LeaderLayout
  /** Changes in their order; never an old one after a newer one, and never one twice. */
  readonly onChange: (change: LeaderChange) => void
  /** For the log; retried by itself. */
  readonly onError?: (message: string) => void
  readonly clock?: Clock
  /** A watch that receives nothing for this long counts as dead. */
  readonly silence?: Millis
}

/** The leaders of one cluster, while they are followed. */
export interface FollowedLeaders {
  /** By component, as last reported. */
  readonly leaders: () => Leaders
  /** Resolves when all ConfigMaps were read once. */
  readonly synced: Promise<void>
  readonly stop: () => void
}

/** Follows the leaders of a Flink cluster: watches each of its ConfigMaps by name. */
export const followLeaders = (options: FollowLeadersOptions): FollowedLeaders => {
  const { http, namespace, layout, clock = systemClock } = options
  let retrieval = startRetrieval
  const takeIn = (event: RetrievalEvent): void => {
    const [after, changes] = retrievalStep(layout, retrieval, event)
    retrieval = after
    changes.forEach(options.onChange)
  }
  const watches = leaderConfigMaps(layout).map(name =>
    listWatch({
      http,
      path: collectionPath({ apiVersion: 'v1', kind: 'ConfigMap', namespace }),
      fieldSelector: `metadata.name=${name}`,
      onEvent: (type, object) => {
        const configMap = type === 'deleted' ? null : configMapContent(object)
        const [uid, resourceVersion] = [textAt(object, 'metadata', 'uid'), textAt(object, 'metadata', 'resourceVersion')]
        if (configMap !== null) takeIn({ _tag: 'Seen', configMap })
        else if (uid !== null && resourceVersion !== null) takeIn({ _tag: 'Gone', name, uid, resourceVersion })
      },
      ...(options.onError === undefined ? {} : { onError: options.onError }),
      ...(options.silence === undefined ? {} : { silence: options.silence }),
      clock,
    })
  )
  return {
    leaders: () => currentLeaders(retrieval),
    synced: Promise.all(watches.map(({ synced }) => synced)).then(() => undefined),
    stop: () => watches.forEach(watch => watch.stop()),
  }
}
