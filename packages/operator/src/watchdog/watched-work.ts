import { AsyncLocalStorage } from 'node:async_hooks'
import type { Millis } from '@flink-operator/core'
import type { LeaseRef } from '@flink-operator/k8s-adapter'
import type { Suspect } from '../quarantine/quarantine-record.ts'
import { haltHere } from './loop-memory.ts'

/** A Lease by which this process acts, and how to give it up when the process ends. */
export interface HeldLease extends LeaseRef {
  readonly way: 'Release' | 'Delete'
}

/** What a halted process reports about its work. */
export interface HaltedWork {
  /** The resource that the halted code works on; null: the code belongs to no round. */
  readonly suspect: Suspect | null
  /** Number of writing requests without an answer yet: they may still have an effect. */
  readonly underWay: number
  /** Used bytes of the heap, after garbage collection. */
  readonly heapUsed: number
  readonly holder: string | null
  readonly leases: readonly HeldLease[]
}

interface Owner {
  readonly of: Omit<Suspect, 'version'>
  version: string | null
}

const owners = new AsyncLocalStorage<Owner>()
const requests = { underWay: 0 }

/** Runs `work`, and everything that it awaits, on behalf of this resource. */
export const workingOn = <A>(of: Omit<Suspect, 'version'>, work: () => A): A => owners.run({ of, version: null }, work)

/** Called after the resource was read, with the version that the round works on. */
export const workingOnVersion = (version: string): void => {
  const owner = owners.getStore()
  if (owner !== undefined) owner.version = version
}

/** Counts a writing request while it is in progress. */
export const changing = async <A>(request: () => Promise<A>): Promise<A> => {
  requests.underWay++
  try {
    return await request()
  } finally {
    requests.underWay--
  }
}

/** The watchdog thread finds the halt function on `globalThis` under this name. */
const haltedBy = 'flink-operator/halt'

/** The expression that the watchdog thread evaluates in the main thread. */
export const haltExpression = `globalThis[Symbol.for(${JSON.stringify(haltedBy)})]?.()`

/**
 * The watchdog thread ends the process or lets it continue within seconds, unless that thread died. After this time the halted
 * process kills itself: it must not continue once its Leases may have been released.
 */
const longestHalt: Millis = 60_000

/** Makes this process haltable: a halt reports the current work. Returns the function that undoes it. */
export const haltable = (
  memory: SharedArrayBuffer,
  acting: () => { readonly holder: string | null; readonly leases: readonly HeldLease[] },
): () => void => {
  const name = Symbol.for(haltedBy)
  const halts = globalThis as unknown as Record<symbol, (() => void) | undefined>
  const halt = (): void => {
    const owner = owners.getStore()
    const work: HaltedWork = {
      suspect: owner === undefined ? null : { ...owner.of, version: owner.version },
      underWay: requests.underWay,
      heapUsed: process.memoryUsage().heapUsed,
      ...acting(),
    }
    if (!haltHere(memory, JSON.stringify(work), longestHalt)) process.kill(process.pid, 'SIGKILL')
  }
  halts[name] = halt
  return () => {
    if (halts[name] === halt) halts[name] = undefined
  }
}
