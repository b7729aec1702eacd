import { AsyncLocalStorage } from 'node:async_hooks'
import type { Millis } from '@flink-operator/core'
import type { LeaseRef } from '@flink-operator/k8s-adapter'
import type { Suspect } from '../quarantine/quarantine-record.ts'
import { haltHere } from './loop-memory.ts'

/** A Lease by which this process acts, and what becomes of it when the process acts no more. */
export interface HeldLease extends LeaseRef {
  readonly way: 'Release' | 'Delete'
}

/** What a process that is halted in the middle of its work says of itself. */
export interface HaltedWork {
  /** Whose round the halted code belongs to; null: no round's. */
  readonly suspect: Suspect | null
  /** Requests that change something and are not answered yet: they may still have an effect. */
  readonly underWay: number
  /** Used of the heap, once garbage was collected. */
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

/** Everything that happens in it, and after it waited for something, is done for this resource. */
export const workingOn = <A>(of: Omit<Suspect, 'version'>, work: () => A): A => owners.run({ of, version: null }, work)

/** The resource was read: this is the version that is worked on. */
export const workingOnVersion = (version: string): void => {
  const owner = owners.getStore()
  if (owner !== undefined) owner.version = version
}

/** A request that changes something. */
export const changing = async <A>(request: () => Promise<A>): Promise<A> => {
  requests.underWay++
  try {
    return await request()
  } finally {
    requests.underWay--
  }
}

/** Under this name on `globalThis` the thread that watches the loop finds how it is halted. */
const haltedBy = 'flink-operator/halt'

/** What the thread that watches has the loop's thread evaluate. */
export const haltExpression = `globalThis[Symbol.for(${JSON.stringify(haltedBy)})]?.()`

/** Who halts it ends the process or lets it go within seconds, unless it died: a process that gave its Leases away must not go on. */
const longestHalt: Millis = 60_000

/** From now on it can be halted, and says then what it works on; until the answer is called. */
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
