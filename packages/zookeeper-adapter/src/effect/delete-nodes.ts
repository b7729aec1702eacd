import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { ZooKeeperNode } from '@flink-operator/core/fact'
import type { ZooKeeperPlace } from '@flink-operator/core/query'
import { childrenOf, deleteNode, upToDate } from '../connection/nodes.ts'
import type { Session } from '../connection/session.ts'
import { changed, invalid, type Request, tooMuch } from '../error.ts'

/** Limit of nodes below one job, which has a few pointers with a lock each. */
const maxNodes = 10_000

interface Seen {
  readonly path: string
  readonly version: number
}

/** The nodes to delete, with everything below them; and with `cluster`, after them, the cluster's own node as it was read. */
export interface Deletion {
  readonly nodes: readonly ZooKeeperNode[]
  readonly cluster: string | null
}

/**
 * Deletes nodes of the cluster with everything below them, children first. Before the first deletion it checks that nothing changed
 * since the read: each node is still the same, no JobManager is a candidate for election, and, if the cluster's node is deleted, no
 * other job or plan exists. A node that is already gone counts as deleted. Not atomic: a later deletion may fail and leave the rest
 * for the next round; a node that is added meanwhile keeps its parents (Conflict).
 */
export const deleteNodes = async (
  session: Session,
  place: ZooKeeperPlace,
  { nodes, cluster }: Deletion,
): Promise<E.Either<AdapterError, void>> => {
  const request: Request = { operation: 'delete', path: place.path }
  const outside = nodes.find(({ path }) => !isBelow(path))
  if (outside !== undefined) return E.left(invalid(request, `'${outside.path}' is no node below it`))
  const fresh = await upToDate(session, place.path)
  if (E.isLeft(fresh)) return fresh
  const latch = await childrenOf(session, `${place.path}/leader/latch`)
  if (E.isLeft(latch)) return latch
  const candidates = latch.right?.names.length ?? 0
  if (candidates > 0) return E.left(changed(request, `${candidates} JobManager(s) are candidates for election: nothing was deleted`))

  const tops = [...nodes, ...(cluster === null ? [] : [{ path: '', created: cluster }])]
  const all: Seen[] = []
  for (const top of tops) {
    const below = await stillSeen(session, request, `${place.path}${top.path}`, top.created)
    if (E.isLeft(below)) return below
    all.push(...below.right)
  }
  const other = cluster === null ? undefined : all.find(({ path }) => isUnseen(place, nodes, path.slice(place.path.length)))
  if (other !== undefined) return E.left(changed(request, `${other.path} was added after the read: nothing was deleted`))
  const done = new Set<string>()
  for (const { path, version } of all) {
    if (done.has(path)) continue
    const answer = await deleteNode(session, path, version)
    if (E.isLeft(answer) && answer.left._tag !== 'NotFound')
      return E.left(done.size > 0 ? { ...answer.left, applied: 'Maybe' } : answer.left)
    done.add(path)
  }
  return E.right(undefined)
}

/** Plain names only, so that no path leads out of the cluster's node. */
const isBelow = (path: string): boolean =>
  path.startsWith('/') && path.slice(1).split('/').every(it => it !== '' && it !== '.' && it !== '..')

/** True for a job, or the plan of one, that is none of these nodes. */
const isUnseen = ({ planPaths }: ZooKeeperPlace, nodes: readonly ZooKeeperNode[], path: string): boolean =>
  ['/jobs', ...planPaths].some(folder => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'))
  && !nodes.some(node => node.path === path)

/** A node and everything below it, children first; empty: it is gone. */
const stillSeen = async (
  session: Session,
  request: Request,
  top: string,
  created: string,
): Promise<E.Either<AdapterError, readonly Seen[]>> => {
  // breadth first, then reversed: children before their parents
  const paths = [top]
  const seen: Seen[] = []
  for (const path of paths) {
    const found = await childrenOf(session, path)
    if (E.isLeft(found)) return found
    if (found.right === null) continue
    if (path === top && found.right.record.created !== created)
      return E.left(changed(request, `${top} was recreated after the read: nothing was deleted`))
    seen.push({ path, version: found.right.record.version })
    if (paths.length + found.right.names.length > maxNodes)
      return E.left(tooMuch({ operation: 'read', path: top }, `more than ${maxNodes} nodes below it`))
    for (const name of found.right.names) paths.push(`${path}/${name}`)
  }
  return E.right(seen.reverse())
}
