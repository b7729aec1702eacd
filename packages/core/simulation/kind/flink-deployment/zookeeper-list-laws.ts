import type { FlinkDeploymentAction } from '../../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { Fact } from '../../../src/fact/fact.ts'
import type { ZooKeeperHaView } from '../../../src/fact/zookeeper-ha-view.ts'
import type { Decision } from './decided-list.ts'

/** What was told of each place in ZooKeeper that was looked at; null: the cluster has no node there. */
export const seenInZooKeeper = (facts: object): readonly { readonly value: ZooKeeperHaView | null }[] =>
  Object.entries(facts as Readonly<Record<string, Fact<ZooKeeperHaView>>>).flatMap(([field, fact]) =>
    !field.startsWith(lookedAt) || fact._tag === 'Unknown' ? [] : [{ value: fact._tag === 'Known' ? fact.value : null }]
  )

const lookedAt = 'zooKeeperHa@'

/**
 * P21, of ZooKeeper: the operator connects only where its own options say so, and by no name that means another server in each namespace.
 * And P02: while somebody may stand for election no JobManager is created beside it.
 */
export const zooKeeperInBounds = ({ facts, actions, env }: Pick<Decision, 'facts' | 'actions' | 'env'>): readonly string[] => [
  ...Object.keys(facts).filter(field =>
    field.startsWith(lookedAt) && !env.options.zookeeperAllowedQuorums.some(it => it.includes('.') && field.startsWith(`${lookedAt}${it}/`))
  ).map(field => `${field} was looked at, which the operator's options do not name`),
  ...(seenInZooKeeper(facts).some(({ value }) => value !== null && value.candidates > 0) && actions.some(isJobManager)
    ? ['a JobManager is created while another stands for election'] : []),
]

const isJobManager = (action: FlinkDeploymentAction): boolean =>
  action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'
