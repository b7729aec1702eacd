import type { KindName } from '@flink-operator/kinds'
import { type Http, readObject } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { FleetSource } from '../fleet/fleet-source.ts'
import type { WatchedKind } from '../resource/watched-kind.ts'
import type { Settings } from '../settings.ts'
import type { LastObserved } from './last-observed.ts'
import type { LiveSources } from './live-resources.ts'

/** The live resources from the operator in the same process. */
export const liveSources = ({ http, settings, clock, watches, observed, fleet }: {
  readonly http: Http
  readonly settings: () => Settings
  readonly clock: Clock
  readonly watches: ReadonlyMap<KindName, WatchedKind>
  readonly observed: LastObserved
  readonly fleet: FleetSource | null
}): LiveSources => ({
  keys: name => watches.get(name)?.keys() ?? [],
  read: async ref => readObject(http)(ref)(),
  settings,
  now: clock.now,
  fleet,
  observed: observed.of,
})
