import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { highAvailabilityMode } from '../flink/configuration/high-availability-mode.ts'
import {
  zooKeeperPlace,
  unspokenToZooKeeper,
  quorumText,
  readQuorum,
  type ZooKeeperServer,
} from '../flink/configuration/configured-zookeeper-place.ts'
import { optionTable } from './option-table.ts'
import type { OperatorOptions } from './operator-options.ts'
import type { Query } from '../contract/query/query.ts'
import { zooKeeperQuery } from '../contract/query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../contract/query/zookeeper-place.ts'

/** Where Flink's HA services keep the HA metadata of one cluster, and whether the operator can read it. */
export type HaPlace =
  | { readonly _tag: 'Nowhere' }
  /** ConfigMaps of the cluster's namespace. */
  | { readonly _tag: 'Kubernetes' }
  | { readonly _tag: 'ZooKeeper'; readonly place: ZooKeeperPlace }
  /** The operator can not read the HA metadata. */
  | { readonly _tag: 'Unobservable'; readonly why: string }

type Allowed = Pick<OperatorOptions, 'zookeeperAllowedQuorums'>

/**
 * The HA place of a cluster, from the configuration that it is or will be deployed with. The operator connects only to ZooKeeper ensembles
 * that its own options name: the author of a spec must not choose the servers that the operator connects to.
 */
export const haPlaceOf = (clusterId: string, configuration: FlinkConfiguration, { zookeeperAllowedQuorums }: Allowed): HaPlace => {
  switch (highAvailabilityMode(configuration)) {
    case 'none':
      return { _tag: 'Nowhere' }
    case 'kubernetes':
      return { _tag: 'Kubernetes' }
    case 'other':
      return { _tag: 'Unobservable', why: "HA services of the user's own keep it" }
    case 'zookeeper': {
      // same cluster id as in the manifests (cluster-manifests.md)
      const place = zooKeeperPlace({ ...configuration, 'high-availability.cluster-id': clusterId })
      if (E.isLeft(place)) return { _tag: 'Unobservable', why: place.left }
      // check this first: if it fails, allowing the ensemble would not help
      const why = unspokenToZooKeeper(configuration) ?? whyNotAllowed(place.right.quorum, zookeeperAllowedQuorums)
      return why === null ? { _tag: 'ZooKeeper', place: place.right } : { _tag: 'Unobservable', why }
    }
  }
}

/** Why the operator must not connect to the quorum; null: it may. */
const whyNotAllowed = (quorum: string, allowed: readonly string[]): string | null => {
  const read = readQuorum(quorum)
  if (E.isLeft(read)) return `high-availability.zookeeper.quorum can't be connected to: ${read.left}`
  const isAllowed = allowed.some(it => {
    const one = readQuorum(it.trim())
    return E.isRight(one) && quorumText(one.right) === quorumText(read.right)
  })
  if (!isAllowed) return `${optionTable.zookeeperAllowedQuorums.key} does not name ${quorum}`
  const short = read.right.servers.find(isShort)
  return short === undefined ? null
    : `${short.host} is a different server in each namespace: high-availability.zookeeper.quorum must contain full server names, such as ${short.host}.<namespace>.svc`
}

/** True for a name that DNS resolves in the client's own namespace: the operator may reach another server than the JobManager. */
const isShort = ({ host }: ZooKeeperServer): boolean => !host.includes('.')

/**
 * True if both are the same place, so that one cluster reads the HA metadata that the other left. Unobservable places are compared only by
 * the kind of service.
 */
export const isSamePlace = (a: HaPlace, b: HaPlace): boolean =>
  a._tag === 'ZooKeeper' && b._tag === 'ZooKeeper' ? sameText(a.place.quorum, b.place.quorum) && a.place.path === b.place.path
    : a._tag === b._tag

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [readQuorum(a), readQuorum(b)]
  return E.isRight(left) && E.isRight(right) && quorumText(left.right) === quorumText(right.right)
}

/** The query that reads the HA metadata, in addition to the query for ConfigMaps, which always runs. */
export const zooKeeperQueries = (place: HaPlace): readonly Query[] => place._tag === 'ZooKeeper' ? [zooKeeperQuery(place.place)] : []
