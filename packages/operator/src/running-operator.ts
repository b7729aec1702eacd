import type { WatchedNamespaces } from './configuration/watched-namespaces.ts'

/** A started operator. */
export interface RunningOperator {
  /**
   * Resolves when every namespace had its first full list or failed to list. A failed list is retried, and other namespaces do not
   * wait for it.
   */
  readonly ready: Promise<void>
  /** Port of health and metrics; null: not served. */
  readonly port: number | null
  /** Port of the planner page; null: not served. */
  readonly plannerPort: number | null
  /**
   * Resolves when every resource had a round and none is due. `failures`: failed rounds so far, plus the namespaces that can't be
   * watched.
   */
  readonly settled: () => Promise<{ readonly failures: number }>
  /** Resolves with the reason why this process has to end: another process may lead from now on, or this one may never lead. */
  readonly ended: Promise<string>
  /** Resolves when the process has to be stopped and started again, because the configuration names other namespaces to watch. */
  readonly otherNamespaces: Promise<WatchedNamespaces>
  /** Resolves with the other operator that is certainly in charge; this process has written nothing then. */
  readonly held: Promise<string>
  /** Begins no more rounds, and waits for running rounds up to `termination.timeout`. False: some were still running. */
  readonly stop: () => Promise<boolean>
  /** Number of entries kept for single resources. */
  readonly kept: () => number
}
