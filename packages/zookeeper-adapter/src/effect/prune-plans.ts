import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { PruneZooKeeperPlans } from '@flink-operator/core/action'
import type { ZooKeeper } from '../connection/sessions.ts'
import { invalid } from '../error.ts'
import { deleteNodes } from './delete-nodes.ts'

/**
 * Deletes stored job graphs and execution plans, as they were read, so that the new description of the job applies (B21). Only below
 * the folders of plans: it never touches checkpoint pointers and counters.
 */
export const prunePlans =
  (zooKeeper: ZooKeeper) => async ({ place, plans }: PruneZooKeeperPlans): Promise<E.Either<AdapterError, void>> => {
    const other = plans.find(({ path, jobId }) => !place.planPaths.some(it => path === `${it}/${jobId}`))
    return other === undefined
      ? zooKeeper.within(place, (session, there) => deleteNodes(session, there, { nodes: plans, cluster: null }))
      : E.left(invalid({ operation: 'delete', path: place.path }, `'${other.path}' is no place of plans`))
  }
