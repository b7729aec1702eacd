import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { Stat } from 'node-zookeeper-client'
import type { Session } from './session.ts'

/** The used fields of a node's record. */
export interface NodeRecord {
  /** The transaction that created it, 16 hex digits. */
  readonly created: string
  /** Version of its data: 0, plus one for each write. */
  readonly version: number
  /** How often a child was added or removed. */
  readonly childChanges: number
}

type Answer<A> = Promise<E.Either<AdapterError, A | null>>

const recordOf = (stat: Stat): NodeRecord => ({
  created: stat.czxid.toString('hex'),
  version: stat.version,
  childChanges: stat.cversion,
})

/** Null: the server of a connected session says that the node does not exist. Other errors stay errors (H-D09). */
const orNull = <A>(answer: E.Either<AdapterError, A>): E.Either<AdapterError, A | null> =>
  E.isLeft(answer) && answer.left._tag === 'NotFound' ? E.right(null) : answer

/** Names of the children, sorted, and the node's own record. Null: the node does not exist. */
export const childrenOf = async (
  session: Session,
  path: string,
): Answer<{ readonly names: readonly string[]; readonly record: NodeRecord }> =>
  orNull(
    await session.ask<{ names: readonly string[]; record: NodeRecord }>({ operation: 'read', path }, (client, answer) =>
      client.getChildren(path, (error, names, stat) =>
        error ? answer(error, undefined as never) : answer(null, { names: [...names].sort(), record: recordOf(stat) }))),
  )

/** Null: the node does not exist. */
export const dataOf = async (session: Session, path: string): Answer<Buffer> =>
  orNull(
    await session.ask<Buffer>({ operation: 'read', path }, (client, answer) =>
      client.getData(path, (error, data: Buffer | undefined) => answer(error, data ?? Buffer.alloc(0)))),
  )

/**
 * Makes the whole ensemble agree on a transaction that changes nothing. A server answers reads from its own state, so a server that
 * is cut off from the others may miss nodes, which would look deleted. Once it has answered this transaction, it knows every earlier
 * write. (The client does not support ZooKeeper's `sync`, which needs no majority either.)
 */
export const upToDate = async (session: Session, path: string): Promise<E.Either<AdapterError, void>> => {
  const answer = await session.ask<unknown>({ operation: 'read', path }, (client, answered) =>
    // the check fails if the node does not exist or is not visible to us: the ensemble agreed nevertheless
    client.transaction().check(path, -1).commit((error, results) => answered(error !== null && !isVerdict(error) ? error : null, results)))
  return E.map(() => undefined)(answer)
}

const isVerdict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && (error.code === -101 || error.code === -102)

/** Deletes a node without children, if its data is unchanged since it was read. */
export const deleteNode = (session: Session, path: string, version: number): Promise<E.Either<AdapterError, void>> =>
  session.ask({ operation: 'delete', path }, (client, answer) => client.remove(path, version, error => answer(error, undefined)))
