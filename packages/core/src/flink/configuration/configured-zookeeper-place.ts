import * as E from 'fp-ts/lib/Either.js'
import type { ZooKeeperPlace } from '../../contract/query/zookeeper-place.ts'
import { spellingsOf } from './alias-table.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'

const defaultRoot = '/flink'

/** Defaults of Flink 1.x and 2.x: either version may have stored plans there (H-D10). */
const defaultPlanPaths = ['/jobgraphs', '/execution-plans']

/** Other nodes that Flink keeps below the cluster's node. Plans must not be there, since the operator deletes the node of the plans. */
const reserved = ['jobs', 'leader', 'applications']

const keys = {
  quorum: ['high-availability.zookeeper.quorum', 'recovery.zookeeper.quorum'],
  root: ['high-availability.zookeeper.path.root', 'recovery.zookeeper.path.root'],
  cluster: spellingsOf('high-availability.cluster-id'),
  plans: spellingsOf('high-availability.zookeeper.path.execution-plans'),
} as const

const valueOf = (configuration: FlinkConfiguration, option: keyof typeof keys): string | null => {
  const key = keys[option].find(it => Object.hasOwn(configuration, it))
  return key === undefined ? null : (configuration[key] ?? null)
}

/** Path segments as Flink joins root and cluster id: it ignores leading and trailing slashes. */
const segmentsOf = (path: string): readonly string[] => path.split('/').filter(it => it !== '')

const isPlain = (segment: string): boolean =>
  segment !== '.' && segment !== '..' && !/[\u0000-\u001f\u007f-\u009f\ud800-\uf8ff\ufff0-\uffff]/u.test(segment)

/**
 * Where a cluster of this configuration keeps its HA metadata in ZooKeeper. Left: why the place is unknown; then the operator reads
 * nothing. Only the operator sets `high-availability.cluster-id`; without one all clusters would share a node (B08).
 */
export const zooKeeperPlace = (configuration: FlinkConfiguration): E.Either<string, ZooKeeperPlace> => {
  const quorum = (valueOf(configuration, 'quorum') ?? '').trim()
  if (quorum === '') return E.left('high-availability.zookeeper.quorum is not set')
  const root = segmentsOf(valueOf(configuration, 'root') ?? defaultRoot)
  const cluster = segmentsOf(valueOf(configuration, 'cluster') ?? '')
  if (cluster.length === 0) return E.left('high-availability.cluster-id does not name a separate node')
  // both spellings: a cluster of the other Flink version may have stored plans under its spelling
  const configured = keys.plans.flatMap(key => configuration[key] ?? [])
  const plans = [...defaultPlanPaths, ...configured].map(segmentsOf)
  const odd = [...root, ...cluster, ...plans.flat()].find(it => !isPlain(it))
  if (odd !== undefined) return E.left(`'${odd}' is not a valid name of a ZooKeeper node`)
  const mixed = plans.find(([first]) => first === undefined || reserved.includes(first))
  if (mixed !== undefined) return E.left(`plans of jobs are kept under /${mixed.join('/')}, where Flink keeps other data too`)
  return E.right({
    quorum,
    path: `/${[...root, ...cluster].join('/')}`,
    planPaths: [...new Set(plans.map(it => `/${it.join('/')}`))],
  })
}
