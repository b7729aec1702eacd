import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { highAvailabilityMode } from '../flink-configuration/high-availability-mode.ts'
import { zooKeeperPlace } from '../flink-configuration/configured-zookeeper-place.ts'
import { unspokenToZooKeeper } from '../flink-configuration/zookeeper-transport.ts'
import { quorumText, readQuorum, type ZooKeeperServer } from '../flink-configuration/zookeeper-quorum.ts'
import { optionTable } from './option-table.ts'
import type { OperatorOptions } from './operator-options.ts'
import type { Query } from '../query/query.ts'
import { zooKeeperQuery } from '../query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../query/zookeeper-place.ts'

/** Where Flink's HA services keep what is of one cluster, as far as the operator can look there. */
export type HaPlace =
  | { readonly _tag: 'Nowhere' }
  /** ConfigMaps of the cluster's namespace. */
  | { readonly _tag: 'Kubernetes' }
  | { readonly _tag: 'ZooKeeper'; readonly place: ZooKeeperPlace }
  /** No look of the operator's can tell what is there. */
  | { readonly _tag: 'OutOfSight'; readonly why: string }

type Allowed = Pick<OperatorOptions, 'zookeeperAllowedQuorums'>

/**
 * By the configuration that a cluster is, or is to be, deployed with. To ZooKeeper the operator connects only where its own options name
 * the ensemble: a spec, which anybody may write who has a namespace, must not choose whom the operator calls.
 */
export const haPlaceOf = (clusterId: string, configuration: FlinkConfiguration, { zookeeperAllowedQuorums }: Allowed): HaPlace => {
  switch (highAvailabilityMode(configuration)) {
    case 'none':
      return { _tag: 'Nowhere' }
    case 'kubernetes':
      return { _tag: 'Kubernetes' }
    case 'other':
      return { _tag: 'OutOfSight', why: "HA services of the user's own keep it" }
    case 'zookeeper': {
      // as the manifests have it (cluster-manifests.md)
      const place = zooKeeperPlace({ ...configuration, 'high-availability.cluster-id': clusterId })
      if (E.isLeft(place)) return { _tag: 'OutOfSight', why: place.left }
      // naming the ensemble would not help here
      const why = unspokenToZooKeeper(configuration) ?? whyNotAllowed(place.right.quorum, zookeeperAllowedQuorums)
      return why === null ? { _tag: 'ZooKeeper', place: place.right } : { _tag: 'OutOfSight', why }
    }
  }
}

/** Null: the operator may connect to it. */
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
    : `${short.host} is another server in each namespace: high-availability.zookeeper.quorum has to name its servers in full, as ${short.host}.<namespace>.svc`
}

/** A name that is looked up in the namespace of whoever asks: what the operator meets there need not be what the JobManager meets. */
const isShort = ({ host }: ZooKeeperServer): boolean => !host.includes('.')

/**
 * Do both mean the very same place, so that what one cluster left the other reads? Out of sight: by the service alone, as nobody can tell.
 */
export const isSamePlace = (a: HaPlace, b: HaPlace): boolean =>
  a._tag === 'ZooKeeper' && b._tag === 'ZooKeeper' ? sameText(a.place.quorum, b.place.quorum) && a.place.path === b.place.path
    : a._tag === b._tag

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [readQuorum(a), readQuorum(b)]
  return E.isRight(left) && E.isRight(right) && quorumText(left.right) === quorumText(right.right)
}

/** What tells what is there, beside ConfigMaps, which are asked for in any case. */
export const zooKeeperQueries = (place: HaPlace): readonly Query[] => place._tag === 'ZooKeeper' ? [zooKeeperQuery(place.place)] : []
