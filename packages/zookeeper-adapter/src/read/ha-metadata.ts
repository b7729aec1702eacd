import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, EpochMillis, Fact } from '@flink-operator/core'
import type { ZooKeeperHaView, ZooKeeperJobView, ZooKeeperPlanView } from '@flink-operator/core/fact'
import type { ZooKeeperPlace } from '@flink-operator/core/query'
import { absent, known, unknown } from '@flink-operator/core'
import { unknownReasonOf } from '@flink-operator/core/fact'
import { childrenOf, dataOf, upToDate } from '../connection/nodes.ts'
import type { Session } from '../connection/session.ts'
import type { ZooKeeper } from '../connection/sessions.ts'
import { tooMuch } from '../error.ts'

/** Maximum number of jobs in one cluster. */
const maxJobs = 500

/** Maximum number of pointers of one job; Flink keeps `execution.checkpointing.num-retained`. */
const maxPointers = 500

/** Maximum number of pointers of all jobs of a cluster: each takes one request, one after the other. */
const maxReads = 5_000

/** The first bytes of any serialised Java object. */
const javaObject = Buffer.from('aced0005', 'hex')

type Read<A> = Promise<E.Either<AdapterError, A>>

/**
 * The HA data of one cluster. Absent: an up-to-date ensemble, queried in a connected session, has no node of the cluster. Any error
 * makes the fact Unknown, whatever was read before it (H-D09). `asOf` is before the first request.
 */
export const readHaMetadata =
  (zooKeeper: ZooKeeper, clock: () => EpochMillis) => async (place: ZooKeeperPlace): Promise<Fact<ZooKeeperHaView>> => {
    const asOf = clock()
    const seen = await zooKeeper.within(place, clusterIn)
    if (E.isLeft(seen)) return unknown(unknownReasonOf[seen.left._tag], `ZooKeeper: ${seen.left.message}`, asOf)
    return seen.right === null ? absent(asOf) : known(seen.right, asOf)
  }

const clusterIn = async (session: Session, place: ZooKeeperPlace): Read<ZooKeeperHaView | null> => {
  const fresh = await upToDate(session, place.path)
  if (E.isLeft(fresh)) return fresh
  const cluster = await childrenOf(session, place.path)
  if (E.isLeft(cluster) || cluster.right === null) return cluster as E.Either<AdapterError, null>
  const { record } = cluster.right
  const jobs = await jobsIn(session, place)
  if (E.isLeft(jobs)) return jobs
  const plans: ZooKeeperPlanView[] = []
  for (const planPath of place.planPaths) {
    const found = await plansIn(session, place, planPath)
    if (E.isLeft(found)) return found
    plans.push(...found.right)
  }
  const latch = await childrenOf(session, `${place.path}/leader/latch`)
  return E.map((it: Latch) => ({ created: record.created, candidates: it?.names.length ?? 0, jobs: jobs.right, plans }))(latch)
}

type Latch = { readonly names: readonly string[] } | null

/** Reads each child of a node; children that are deleted meanwhile are left out. */
const each = async <A>(
  session: Session,
  path: string,
  read: (name: string) => Read<A | null>,
): Read<readonly A[]> => {
  const found = await childrenOf(session, path)
  if (E.isLeft(found)) return found
  const names = found.right?.names ?? []
  if (names.length > maxJobs) return E.left(tooMuch({ operation: 'read', path }, `${names.length} nodes, more than ${maxJobs}`))
  const all: A[] = []
  for (const name of names) {
    const one = await read(name)
    if (E.isLeft(one)) return one
    if (one.right !== null) all.push(one.right)
  }
  return E.right(all)
}

const jobsIn = (session: Session, { path }: ZooKeeperPlace): Read<readonly ZooKeeperJobView[]> => {
  const reads = { left: maxReads }
  return each(session, `${path}/jobs`, async jobId => {
    const job = `${path}/jobs/${jobId}`
    const node = await childrenOf(session, job)
    if (E.isLeft(node) || node.right === null) return node as E.Either<AdapterError, null>
    // pointers before the counter: Flink deletes them in this order when a job ends
    const checkpoints = await childrenOf(session, `${job}/checkpoints`)
    if (E.isLeft(checkpoints)) return checkpoints
    const counter = await dataOf(session, `${job}/checkpoint_id_counter`)
    if (E.isLeft(counter)) return counter
    const names = checkpoints.right?.names ?? []
    reads.left -= names.length
    if (reads.left < 0) return E.left(tooMuch({ operation: 'read', path: `${path}/jobs` }, `more than ${maxReads} checkpoints of all jobs`))
    const unusable = await unusableOf(session, `${job}/checkpoints`, names)
    if (E.isLeft(unusable)) return unusable
    return E.right({
      jobId,
      path: `/jobs/${jobId}`,
      created: node.right.record.created,
      checkpoints: names,
      unusable: unusable.right,
      hadCheckpoints: checkpoints.right === null ? null : checkpoints.right.record.childChanges > 0,
      counter: counter.right === null ? null : countOf(counter.right),
    })
  })
}

/** Nodes without a Java object, which Flink ignores. A node that was deleted since the list is left out. */
const unusableOf = async (session: Session, path: string, names: readonly string[]): Read<readonly string[]> => {
  if (names.length > maxPointers) return E.left(tooMuch({ operation: 'read', path }, `${names.length} nodes, more than ${maxPointers}`))
  const all: string[] = []
  for (const name of names) {
    const data = await dataOf(session, `${path}/${name}`)
    if (E.isLeft(data)) return data
    if (data.right !== null && data.right.subarray(0, javaObject.length).compare(javaObject) !== 0) all.push(name)
  }
  return E.right(all)
}

const plansIn = (session: Session, { path }: ZooKeeperPlace, planPath: string): Read<readonly ZooKeeperPlanView[]> =>
  each(session, `${path}${planPath}`, async jobId => {
    const node = await childrenOf(session, `${path}${planPath}/${jobId}`)
    if (E.isLeft(node) || node.right === null) return node as E.Either<AdapterError, null>
    return E.right({ jobId, path: `${planPath}/${jobId}`, created: node.right.record.created })
  })

/** Curator's shared count: four bytes, big-endian. */
const countOf = (data: Buffer): number | 'Unreadable' => (data.length === 4 ? data.readInt32BE() : 'Unreadable')
