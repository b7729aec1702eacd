import { getHeapStatistics } from 'node:v8'
import type { Millis } from '@flink-operator/core'
import type { LeaseRef } from '@flink-operator/k8s-adapter'
import type { ClusterFlags } from '../command/cluster.ts'
import type { Logger } from '../log/logger.ts'
import type { Pauses } from '../quarantine/quarantine-record.ts'
import { loopMemory, writeBeat } from './loop-memory.ts'
import { haltable, type HeldLease } from './watched-work.ts'

export interface WatchdogOptions {
  /** How the cluster is reached. */
  readonly flags: Pick<ClusterFlags, 'kubeconfig' | 'context'>
  /** Where suspects are recorded. */
  readonly record: LeaseRef
  /** CPU time for one resource at a stretch. */
  readonly limit: Millis
  readonly pauses: Pauses
  readonly logger: Logger
  /** By which Leases this process acts now. */
  readonly acting: () => { readonly holder: string | null; readonly leases: readonly HeldLease[] }
}

export interface Watchdog {
  readonly stop: () => Promise<void>
}

const everyBeat = 100

/** Less would be met by work that is as it should be: all that the operator reads is bounded, which takes some hundred milliseconds. */
const shortestLimit: Millis = 500

/** Watches the event loop of this process from a thread of its own, until it is stopped. */
export const startWatchdog = async ({ flags, record, limit, pauses, logger, acting }: WatchdogOptions): Promise<Watchdog> => {
  // apart: the thread loads no more than it needs
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
    error => logger.error({ err: error }, 'nobody watches the event loop any more: a resource that stops it is not noticed'),
  )
  return {
    stop: async () => {
      clearInterval(timer)
      ended()
      await worker.terminate()
    },
  }
}
