import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { electionProblem, type ElectionSettings, type OperatorOptions } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { LeaseRef } from '@flink-operator/k8s-adapter'

export interface ElectionSetup {
  readonly lease: LeaseRef
  readonly settings: ElectionSettings
}

/** The election that the options ask for; null: none. Left: one line that says what is wrong with them. */
export const electionSetup = (options: OperatorOptions, namespace: string): E.Either<string, ElectionSetup | null> => {
  if (!options.leaderElectionEnabled) return E.right(null)
  const name = options.leaderElectionLeaseName?.trim() ?? ''
  if (name === '')
    return E.left(
      'kubernetes.operator.leader-election.enabled needs kubernetes.operator.leader-election.lease-name, the same for all replicas',
    )
  const times = {
    leaseDuration: options.leaderElectionLeaseDuration,
    renewDeadline: options.leaderElectionRenewDeadline,
    retryPeriod: options.leaderElectionRetryPeriod,
  }
  const problem = electionProblem(times)
  return problem === null ? E.right({ lease: { namespace, name }, settings: { identity: `${hostname()}_${randomUUID()}`, ...times } })
    : E.left(problem)
}
