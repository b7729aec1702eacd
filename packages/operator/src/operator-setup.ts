import type { AnyKind } from '@flink-operator/core/kinds'
import type { KindName } from '@flink-operator/kinds'
import type { Credentials } from '@flink-operator/k8s-adapter'
import type { Clock } from './clock.ts'
import type { ConfigurationFolders } from './configuration/configuration-files.ts'
import type { DeploymentRef } from './election/deployment-ref.ts'
import type { CrashAt } from './effect/crash-switch.ts'
import type { Reach } from './effect/reach.ts'
import type { Logger } from './log/logger.ts'
import type { ResourceKey } from './port/cluster-port.ts'
import type { Recorder } from './replay/recorder.ts'
import type { RoundReport } from './round.ts'
import type { Watchdog, WatchdogOptions } from './watchdog/start-watchdog.ts'

/** What the operator is started with: values from the command line, the environment and files. */
export interface OperatorSetup {
  readonly credentials: Credentials
  readonly kinds: Readonly<Record<KindName, AnyKind>>
  readonly folders: ConfigurationFolders
  /** `--namespace`; empty: the environment or the options name the namespaces. */
  readonly namespaces: readonly string[]
  /** `FLINK_OPERATOR_PLUGINS`. */
  readonly plugins?: string | undefined
  /** `WATCH_NAMESPACES`. */
  readonly watchNamespaces: string | undefined
  readonly reach: Pick<Reach, 'resolution' | 'zooKeeperDigest' | 'jarMirror'>
  /** Port of the health and metrics server; null: the port that `kubernetes.operator.health.probe.*` sets. */
  readonly port: number | null
  /** `--webhook-client-ca`. */
  readonly webhookClientCa?: string
  readonly crashAt: CrashAt | null
  readonly logger: Logger
  readonly onRound?: (key: ResourceKey, report: RoundReport, kind: KindName) => void
  /** Records what the operator reads, decides and does, also between rounds. */
  readonly recorder?: Pick<Recorder, 'write'>
  readonly clock?: Clock
  /** Namespace of the leader election Lease and of the operator's own Deployment; by default the namespace of the credentials. */
  readonly leaseNamespace?: string | undefined
  /** The Deployment that this process belongs to; null or absent: none. */
  readonly deployment?: DeploymentRef | null
  /** Starts the watchdog of the event loop; absent: the event loop is not watched. */
  readonly watchdog?: (options: Omit<WatchdogOptions, 'flags' | 'logger'>) => Promise<Watchdog>
  /** `--once`: the process ends when every resource had a round. It leads for all resources or for none, without shards. */
  readonly once?: boolean
  /** Receives the reason why the process does not lead yet, as one line for the user. */
  readonly onWaiting?: (line: string) => void
}
