import type { WatchedNamespaces } from './configuration/watched-namespaces.ts'

/** An operator that was started. */
export interface RunningOperator {
  /** When every namespace had its first full list, or could not be listed: it is tried again, and the others don't wait for it. */
  readonly ready: Promise<void>
  /** Where health and metrics are served; null: nowhere. */
  readonly port: number | null
  /** Where the planner page is served; null: nowhere. */
  readonly plannerPort: number | null
  /** When every resource had a round and none wants another at once. Failures so far; what can't be watched is one. */
  readonly settled: () => Promise<{ readonly failures: number }>
  /** Resolves when this process is to end, with the reason: another may lead from now on, or this one never may. */
  readonly ended: Promise<string>
  /** Resolves when it is to be stopped and started anew, since the configuration names other namespaces to watch. */
  readonly otherNamespaces: Promise<WatchedNamespaces>
  /** Resolves when another operator is surely in charge, and says which; nothing was written then. */
  readonly held: Promise<string>
  /** Begins no more rounds, waits for those under way as long as `termination.timeout` says. False: some were still under way. */
  readonly stop: () => Promise<boolean>
  /** Everything that is kept of single resources. */
  readonly kept: () => number
}
