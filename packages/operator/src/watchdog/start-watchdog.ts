import { getHeapStatistics } from 'node:v8'
import type { Millis } from '@flink-operator/core'
import type { LeaseRef } from '@flink-operator/k8s-adapter'
import type { ClusterFlags } from '../command/cluster.ts'
import type { Logger } from '../log/logger.ts'
import type { Pauses } from '../quarantine/quarantine-record.ts'
import { loopMemory, writeBeat } from './loop-memory.ts'
import { haltable, type HeldLease } from './watched-work.ts'

export interface WatchdogOptions {
  /** Options by which the cluster is reached. */
  readonly flags: Pick<ClusterFlags, 'kubeconfig' | 'context'>
  /** The Lease in which suspects are recorded. */
  readonly record: LeaseRef
  /** CPU time that one resource may use without a pause of the event loop. */
  readonly limit: Millis
  readonly pauses: Pauses
  readonly logger: Logger
  /** The identity and the Leases by which this process acts now. */
  readonly acting: () => { readonly holder: string | null; readonly leases: readonly HeldLease[] }
}

export interface Watchdog {
  readonly stop: () => Promise<void>
}

const everyBeat = 100

/** Lower limit of `limit`: ordinary work, whose input is bounded, takes up to some hundred milliseconds. */
const shortestLimit: Millis = 500

/** Watches the event loop of this process from another thread, until stopped. */
export const startWatchdog = async ({ flags, record, limit, pauses, logger, acting }: WatchdogOptions): Promise<Watchdog> => {
  // imported here only, so that the thread loads no more than it needs
  const { watchdogThread } = await import('./watchdog-thread.ts')
  const memory = loopMemory()
  const beat = (): void => {
    const { rss, heapTotal } = process.memoryUsage()
    writeBeat(memory, rss - heapTotal)
  }
  beat()
  const timer = setInterval(beat, everyBeat)
  timer.unref()
  const ended = haltable(memory, acting)
  const limits = { worked: Math.max(limit, shortestLimit), heapBytes: getHeapStatistics().heap_size_limit }
  const worker = watchdogThread({ memory, flags, record, limits, pauses })
  worker.unref()
  worker.on(
    'error',
    error =>
      logger.error({ err: error }, 'the watchdog of the event loop has failed: a resource that blocks the loop is not noticed any more'),
  )
  return {
    stop: async () => {
      clearInterval(timer)
      ended()
      await worker.terminate()
    },
  }
}
