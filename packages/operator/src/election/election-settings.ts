import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { OperatorOptions } from '@flink-operator/core'
import { type Division, electionProblem, type ElectionSettings, type WatchScope } from '@flink-operator/high-availability'
import * as E from 'fp-ts/lib/Either.js'

export interface ElectionSetup {
  readonly division: Division
  readonly scope: WatchScope
  readonly settings: ElectionSettings
}

const mostShards = 256

/** The election that the options ask for; null: leader election is off. Left: one line that says which option is wrong. */
export const electionSetup = (
  options: OperatorOptions,
  namespace: string,
  scope: WatchScope,
  /** One round of every resource: the shards are not divided among replicas. */
  once = false,
): E.Either<string, ElectionSetup | null> => {
  if (!options.leaderElectionEnabled) return E.right(null)
  const leaseName = options.leaderElectionLeaseName.trim()
  if (leaseName === '')
    return E.left(
      'kubernetes.operator.leader-election.lease-name is empty: name a Lease, the same for all replicas, or leave the option out',
    )
  const shards = once ? 1 : options.leaderElectionShards
  if (shards < 1 || shards > mostShards)
    return E.left(`kubernetes.operator.leader-election.shards is ${shards}: 1 to ${mostShards}, the same for all replicas`)
  const times = {
    leaseDuration: options.leaderElectionLeaseDuration,
    renewDeadline: options.leaderElectionRenewDeadline,
    retryPeriod: options.leaderElectionRetryPeriod,
  }
  const problem = electionProblem(times)
  return problem === null
    ? E.right({ division: { namespace, leaseName, shards }, scope, settings: { identity: `${hostname()}_${randomUUID()}`, ...times } })
    : E.left(problem)
}
