import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { parseBoolean } from './value-text.ts'
import type { ZooKeeperPlace } from '../../contract/query/zookeeper-place.ts'
import { spellingsOf } from './alias-table.ts'

/** One server of an ensemble. */
export interface ZooKeeperServer {
  readonly host: string
  readonly port: number
}

/** A parsed connection string: servers of one ensemble and the root node, `host:port,host:port/chroot`. */
export interface ZooKeeperQuorum {
  readonly servers: readonly ZooKeeperServer[]
  /** Empty, or a path that starts with a slash. */
  readonly chroot: string
}

const defaultPort = 2181
const hostPort = /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::([0-9]{1,5}))?$/

/**
 * Parses a connection string. Supports only names and IPv4 addresses: the client splits at the first colon to find the port. An invalid
 * port would make the client throw an exception that can not be caught, so everything is checked here. Left: the problem.
 */
export const readQuorum = (text: string): E.Either<string, ZooKeeperQuorum> => {
  const slash = text.indexOf('/')
  const [hosts, chroot] = slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash).replace(/(?<!\/)\/+$/u, '')]
  if (chroot.split('/').slice(1).some(it => it === '' || it === '.' || it === '..')) return E.left(`the path '${chroot}' in it is invalid`)
  const parts = hosts.split(',').map(it => it.trim()).filter(it => it !== '')
  const servers = parts.map((part): ZooKeeperServer | null => {
    const [, host, port] = hostPort.exec(part) ?? []
    const number = port === undefined ? defaultPort : Number(port)
    return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number }
  })
  const wrong = parts.find((_, index) => servers[index] === null)
  if (wrong !== undefined) return E.left(`'${wrong}' in it is not host:port`)
  return servers.length === 0 ? E.left('it names no server') : E.right({ servers: servers.filter(it => it !== null), chroot })
}

/** Normalized text: equal for the same servers and root node, independent of the notation. */
export const quorumText = ({ servers, chroot }: ZooKeeperQuorum): string =>
  `${[...new Set(servers.map(({ host, port }) => `${host.toLowerCase()}:${port}`))].sort().join(',')}${chroot}`

/** In the order of the JobManager's command line, where the last one wins. */
const javaOptions = [
  'env.java.default-opts.all',
  'env.java.default-opts.jobmanager',
  'env.java.opts',
  'env.java.opts.all',
  'env.java.opts.jobmanager',
] as const

const secure = /(?:^|[\s"'])-Dzookeeper\.client\.secure=(\w*)/gu

const isTls = (configuration: FlinkConfiguration): string | null => {
  const last = javaOptions.flatMap(key => [...(configuration[key] ?? '').matchAll(secure)].map(match => ({ key, value: match[1] ?? '' })))
    .at(-1)
  return last !== undefined && last.value.toLowerCase() === 'true' ? last.key : null
}

const isTrue = (text: string | undefined): boolean => text !== undefined && parseBoolean(text) === true

/** True if the JobManager logs in to ZooKeeper by SASL and creates nodes that only this identity may read. */
const isOwnedBySasl = (configuration: FlinkConfiguration): boolean => {
  const context = configuration['zookeeper.sasl.login-context-name'] ?? 'Client'
  const contexts = (configuration['security.kerberos.login.contexts'] ?? '').split(/[,;]/u).map(it => it.trim())
  return contexts.includes(context) && !isTrue(configuration['zookeeper.sasl.disable'])
    && (configuration['high-availability.zookeeper.client.acl'] ?? '').trim().toLowerCase() === 'creator'
    && (configuration['high-availability.zookeeper.client.authorization'] ?? '').trim() === ''
}

/**
 * The feature of the JobManager's ZooKeeper connection that the operator does not support; null if the configuration has none. The
 * operator's client supports plain TCP and login by digest.
 */
export const unspokenToZooKeeper = (configuration: FlinkConfiguration): string | null => {
  const tls = isTls(configuration)
  if (tls !== null)
    return `${tls} makes Flink connect to ZooKeeper by TLS (-Dzookeeper.client.secure=true), which the operator does not support: it supports plain TCP, without login or with login by digest`
  return isOwnedBySasl(configuration)
    ? 'security.kerberos.login.contexts and high-availability.zookeeper.client.acl: creator make Flink create nodes that only its SASL identity may read: the operator supports only login by digest (high-availability.zookeeper.client.authorization, FLINK_OPERATOR_ZOOKEEPER_DIGEST)'
    : null
}

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
