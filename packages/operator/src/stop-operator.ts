import type { Millis } from '@flink-operator/core'
import type { Clock } from './clock.ts'
import { inTime } from './in-time.ts'

/** What runs in an operator process. */
interface Running {
  readonly clock: Clock
  /** How long rounds in progress may take to end (`kubernetes.operator.termination.timeout`). */
  readonly terminationTimeout: Millis
  /** Servers that stop to answer first. */
  readonly servers: readonly { readonly stop: () => Promise<unknown> }[]
  readonly controllers: readonly { readonly drain: () => Promise<unknown> }[]
  readonly election: { readonly stop: (drained: boolean) => Promise<unknown> }
  /** Closes health and metrics, watches and connections. */
  readonly close: () => Promise<unknown>
}

/**
 * Stops an operator: no new rounds begin, those in progress end, then the Lease is let go, so that the next leader finds nothing of this
 * process under way. False: some rounds did not end in time, and the Lease is left to expire.
 */
export const stopOperator = async ({ clock, terminationTimeout, servers, controllers, election, close }: Running): Promise<boolean> => {
  const stopped = servers.map(({ stop }) => stop())
  const drained = await inTime(clock, terminationTimeout, Promise.all(controllers.map(({ drain }) => drain())).then(() => undefined))
  await election.stop(drained)
  await Promise.all(stopped)
  await close()
  return drained
}
