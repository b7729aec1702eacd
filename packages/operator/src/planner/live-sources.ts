import type { KindName } from '@flink-operator/core/kinds'
import { type Http, readObject } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { WatchedKind } from '../resource/watched-kind.ts'
import type { Settings } from '../settings.ts'
import type { LastObserved } from './last-observed.ts'
import type { LiveSources } from './live-resources.ts'

/** Live resources as the operator beside the page has them. */
export const liveSources = ({ http, settings, clock, watches, observed }: {
  readonly http: Http
  readonly settings: () => Settings
  readonly clock: Clock
  readonly watches: ReadonlyMap<KindName, WatchedKind>
  readonly observed: LastObserved
}): LiveSources => ({
  keys: name => watches.get(name)?.keys() ?? [],
  read: async ref => readObject(http)(ref)(),
  settings,
  now: clock.now,
  observed: observed.of,
})
