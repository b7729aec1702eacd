import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { Stat } from 'node-zookeeper-client'
import type { Session } from './session.ts'

/** What of a node's record is of use here. */
export interface NodeRecord {
  /** The transaction that made it, 16 hex digits. */
  readonly created: string
  /** Of its data: 0, and one more with each write. */
  readonly version: number
  /** How often a child was put in or taken out. */
  readonly childChanges: number
}

type Answer<A> = Promise<E.Either<AdapterError, A | null>>

const recordOf = (stat: Stat): NodeRecord => ({
  created: stat.czxid.toString('hex'),
  version: stat.version,
  childChanges: stat.cversion,
})

/** The server's word that there is no such node, from a connected session: null. Every other error stays one (H-D09). */
const orNull = <A>(answer: E.Either<AdapterError, A>): E.Either<AdapterError, A | null> =>
  E.isLeft(answer) && answer.left._tag === 'NotFound' ? E.right(null) : answer

/** Names of the children, sorted, and the node's own record. Null: there is no such node. */
export const childrenOf = async (
  session: Session,
  path: string,
): Answer<{ readonly names: readonly string[]; readonly record: NodeRecord }> =>
  orNull(
    await session.ask<{ names: readonly string[]; record: NodeRecord }>({ operation: 'read', path }, (client, answer) =>
      client.getChildren(path, (error, names, stat) =>
        error ? answer(error, undefined as never) : answer(null, { names: [...names].sort(), record: recordOf(stat) }))),
  )

/** Null: there is no such node. */
export const dataOf = async (session: Session, path: string): Answer<Buffer> =>
  orNull(
    await session.ask<Buffer>({ operation: 'read', path }, (client, answer) =>
      client.getData(path, (error, data: Buffer | undefined) => answer(error, data ?? Buffer.alloc(0)))),
  )

/**
 * Asks the ensemble as a whole to agree on something that changes nothing. A server answers reads by itself, from what it has heard of so
 * far, and one that is cut off from the others has heard nothing for a while: what it does not know of would look as if it were not there.
 * Once it has answered this, it knows everything that was written before. (ZooKeeper's own `sync` is none that the client has; it would
 * not need a majority either.)
 */
export const upToDate = async (session: Session, path: string): Promise<E.Either<AdapterError, void>> => {
  const answer = await session.ask<unknown>({ operation: 'read', path }, (client, answered) =>
    // the check fails where there is no such node, or none for us to see: agreed upon all the same
    client.transaction().check(path, -1).commit((error, results) => answered(error !== null && !isVerdict(error) ? error : null, results)))
  return E.map(() => undefined)(answer)
}

const isVerdict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error.code === -101 || error.code === -102)

/** Deletes a node that has no children, if its data is as it was read. */
export const deleteNode = (session: Session, path: string, version: number): Promise<E.Either<AdapterError, void>> =>
  session.ask({ operation: 'delete', path }, (client, answer) => client.remove(path, version, error => answer(error, undefined)))
