import type { AnyKind, KindName } from '@flink-operator/core/kinds'
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

/** What an operator is started with: by command line, environment and files. */
export interface OperatorSetup {
  readonly credentials: Credentials
  readonly kinds: Readonly<Record<KindName, AnyKind>>
  readonly folders: ConfigurationFolders
  /** `--namespace`; empty: as environment and options say. */
  readonly namespaces: readonly string[]
  /** `FLINK_OPERATOR_PLUGINS`. */
  readonly plugins?: string | undefined
  /** `WATCH_NAMESPACES`. */
  readonly watchNamespaces: string | undefined
  readonly reach: Pick<Reach, 'resolution' | 'zooKeeperDigest'>
  /** Of health and metrics; null: as `kubernetes.operator.health.probe.*` says. */
  readonly port: number | null
  /** `--webhook-client-ca`. */
  readonly webhookClientCa?: string
  readonly crashAt: CrashAt | null
  readonly logger: Logger
  readonly onRound?: (key: ResourceKey, report: RoundReport, kind: KindName) => void
  /** Takes down what is seen and done between two rounds. */
  readonly recorder?: Pick<Recorder, 'write'>
  readonly clock?: Clock
  /** Where the Lease of leader election is, and it runs as a deployment there; by default the credentials' own namespace. */
  readonly leaseNamespace?: string | undefined
  /** It runs in this Deployment; null, absent: in none. */
  readonly deployment?: DeploymentRef | null
  /** Starts what watches the event loop; absent: nobody does. */
  readonly watchdog?: (options: Omit<WatchdogOptions, 'flags' | 'logger'>) => Promise<Watchdog>
  /** It ends when everything had its round: it leads for all of it, or for nothing. */
  readonly once?: boolean
  /** What it waits for before it leads, for a person. */
  readonly onWaiting?: (line: string) => void
}
