import type { AnyKind } from '@flink-operator/core/kinds'
import type { KindName } from '@flink-operator/kinds'
import type { Clock } from '../clock.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { recordedPort } from '../replay/recorded-port.ts'
import type { Recorder } from '../replay/recorder.ts'
import { type AdapterPortOptions, createAdapterPort } from './adapter-port.ts'
import { servicesInTurn } from './services-in-turn.ts'
import { sharedCapacity } from './shared-capacity.ts'

/** What the ports of all kinds share, including the guard that lets only a leader act. */
interface Shared extends Pick<AdapterPortOptions, 'kubernetes' | 'flink' | 'zooKeeper' | 'settings' | 'jarSources'> {
  readonly clock: Clock
  readonly kinds: Readonly<Record<KindName, AnyKind>>
  /** Watched objects of the kind's clusters; null until the watches exist. */
  readonly watchedOf: (name: KindName) => AdapterPortOptions['watched']
  readonly guarded: (port: ClusterPort) => ClusterPort
  readonly recorder: Pick<Recorder, 'write'> | undefined
}

/**
 * The port of each kind. `beside` is for calls outside rounds, which are not recorded; `recorded` is for rounds. All ports share one view
 * of the cluster's nodes.
 */
export const portsOfKinds = ({ kinds, watchedOf, guarded, recorder, ...shared }: Shared) => {
  const capacity = sharedCapacity(shared.clock)
  return {
    beside: (name: KindName): ClusterPort =>
      servicesInTurn(
        guarded(createAdapterPort({ ...shared, capacity, kind: kinds[name], watched: watchedOf(name) ?? null })),
        shared.clock,
      ),
    recorded: (name: KindName, port: ClusterPort): ClusterPort =>
      recorder === undefined ? port : recordedPort(port, name, shared.clock, recorder),
  }
}
