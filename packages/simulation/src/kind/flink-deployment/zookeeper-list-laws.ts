import type { Fact, ZooKeeperHaView } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import type { Decision } from './decided-list.ts'

/** The answer for each queried place in ZooKeeper; null: the cluster has no node there. */
export const seenInZooKeeper = (facts: object): readonly { readonly value: ZooKeeperHaView | null }[] =>
  Object.entries(facts as Readonly<Record<string, Fact<ZooKeeperHaView>>>).flatMap(([field, fact]) =>
    !field.startsWith(lookedAt) || fact._tag === 'Unknown' ? [] : [{ value: fact._tag === 'Known' ? fact.value : null }]
  )

const lookedAt = 'zooKeeperHa@'

/**
 * P21, for ZooKeeper: the operator connects only where its own options allow it, and by no name that means a different server in each
 * namespace. And P02: while another JobManager may take part in leader election, no JobManager is created beside it.
 */
export const zooKeeperInBounds = ({ facts, actions, env }: Pick<Decision, 'facts' | 'actions' | 'env'>): readonly string[] => [
  ...Object.keys(facts).filter(field =>
    field.startsWith(lookedAt) && !env.options.zookeeperAllowedQuorums.some(it => it.includes('.') && field.startsWith(`${lookedAt}${it}/`))
  ).map(field => `${field} was queried, which the operator's options do not name`),
  ...(seenInZooKeeper(facts).some(({ value }) => value !== null && value.candidates > 0) && actions.some(isJobManager)
    ? ['a JobManager is created while another takes part in leader election'] : []),
]

const isJobManager = (action: FlinkDeploymentAction): boolean =>
  action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'
