import type { AnyKind, KindName } from '@flink-operator/core/kinds'
import type { Clock } from '../clock.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { recordedPort } from '../replay/recorded-port.ts'
import type { Recorder } from '../replay/recorder.ts'
import { type AdapterPortOptions, createAdapterPort } from './adapter-port.ts'
import { servicesInTurn } from './services-in-turn.ts'

/** What the ports of all kinds share, and the rule by which only a leader acts. */
interface Shared extends Pick<AdapterPortOptions, 'kubernetes' | 'flink' | 'zooKeeper' | 'settings'> {
  readonly clock: Clock
  readonly kinds: Readonly<Record<KindName, AnyKind>>
  /** Of the kind's clusters, as soon as they are watched. */
  readonly watchedOf: (name: KindName) => AdapterPortOptions['watched']
  readonly guarded: (port: ClusterPort) => ClusterPort
  readonly recorder: Pick<Recorder, 'write'> | undefined
}

/** How the rounds of each kind ask and act. What is asked and done beside rounds belongs to none, and is not recorded. */
export const portsOfKinds = ({ kinds, watchedOf, guarded, recorder, ...shared }: Shared) => ({
  beside: (name: KindName): ClusterPort =>
    servicesInTurn(guarded(createAdapterPort({ ...shared, kind: kinds[name], watched: watchedOf(name) ?? null })), shared.clock),
  recorded: (name: KindName, port: ClusterPort): ClusterPort =>
    recorder === undefined ? port : recordedPort(port, name, shared.clock, recorder),
})
