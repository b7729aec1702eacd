import { restServiceName } from '../../manifest/object-metadata.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../contract/action/action.ts'
import type { ClusterManifestInput } from '../../contract/action/manifest-request.ts'
import type { Env } from '../../contract/env.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { watched } from '../../contract/query/query.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { clusterQueries } from './cluster-queries.ts'
import { inStages, orLook } from '../../contract/query/ask.ts'
import { type Decision, look, type Problem } from '../../contract/round/decision.ts'
import { runningInput } from '../deploy/attempt-parts.ts'
import { nameConflicts, obstacleOf } from './name-conflicts.ts'
import type { OtherObject } from './own-facts.ts'
import type { ClusterOf, ClusterRound } from '../cluster-round.ts'
import { withRecord } from '../../contract/round/status-change.ts'

/**
 * Records since when Flink's REST API does not answer although Kubernetes shows an available JobManager (F16). A JobManager that is not up,
 * or reports that it is not ready, is a different case. Without a query nothing changes.
 */
export const observeRest = (
  status: FlinkDeploymentStatus,
  { jobs, deployment }: ClusterFacts,
  now: EpochMillis,
): FlinkDeploymentStatus => {
  if (jobs === undefined || deployment?._tag === 'Unknown') return status
  const isMissed = jobs._tag === 'Unknown' && jobs.reason !== 'NotReady' && deployment?._tag === 'Known'
    && deployment.value.availableReplicas > 0
  return withRecord(status, { restMissedSince: isMissed ? (status.operatorRecord.restMissedSince ?? now) : null })
}

/** True if REST is unreachable for longer than the limit. A few failed connections are not reported. */
export const isRestMissed = (
  { operatorRecord: { restMissedSince } }: FlinkDeploymentStatus,
  { now, options }: Pick<Env, 'now' | 'options'>,
): boolean => restMissedSince !== null && now - restMissedSince >= options.observerRestUnreachableTimeout

/** The Service that the operator queries REST through. */
const serviceName = ({ meta: { name } }: Pick<ClusterOf, 'meta'>): string => restServiceName(name)

/** What an edit, and everything else that needs Flink, waits for. */
export const restWords = (desired: Pick<ClusterOf, 'meta'>): string => `Flink's REST API to answer at Service ${serviceName(desired)}`

export const restProblem = (round: ClusterRound, status: FlinkDeploymentStatus): Problem | null => {
  const { desired, env } = round
  if (!isRestMissed(status, env)) return null
  const { jobs } = round.observed.facts
  const untrusted = jobs?._tag === 'Unknown' && jobs.reason === 'Untrusted' ? jobs.message : null
  const found = `Flink's REST API can't be reached at Service ${
    serviceName(desired)
  }, although Kubernetes shows a JobManager that is available. The state of the job is unknown, and every operation that needs the JobManager waits. `
  const other = serviceOfOthers(round)
  return {
    owner: 'job-manager',
    type: 'ReconciliationException',
    reason: 'RestUnreachable',
    message: found
      + (other !== undefined ? nameConflicts([obstacleOf(desired.meta, other)]).message
        : untrusted
          ?? 'The operator recreates the Service if it is missing. Check whether it has endpoints, and whether a network policy blocks the operator'),
  }
}

/** A foreign Service of that name. */
const serviceOfOthers = ({ desired, observed: { others } }: Pick<ClusterRound, 'desired' | 'observed'>): OtherObject | undefined =>
  others.find(({ kind, name }) => kind === 'Service' && name === serviceName(desired))

/**
 * Recreates a missing REST Service of the running cluster: the operator only creates it, with the annotation of the running attempt and the
 * Deployment as owner. It does not change an existing Service of that name, whoever owns it (P21). This happens beside whatever the round
 * waits for; a deletion waits for Flink, too, until it has begun to tear the cluster down.
 */
export const withRestService = (round: ClusterRound, decision: Decision<FlinkDeploymentStatus>): Decision<FlinkDeploymentStatus> => {
  const { desired, observed: { status, facts }, env } = round
  const { deployed } = desired
  if (decision._tag === 'Look' || deployed._tag !== 'Deployed' || decision.effects.length > 0 || !isRestMissed(status, env)) return decision
  const { operation } = decision.status
  const isRunning = operation === null || (operation.kind === 'Suspend' && operation.step === 'Requested')
  const waiting = { ...decision, waitingFor: `${restWords(desired)}, for ${decision.waitingFor}` }
  if (!isRunning) return waiting
  const query = clusterQueries(desired).services
  const effect = missingService(round)
  return pipe(
    facts,
    // a missing Service needs a live query
    inStages(() => [watched(query)], () => (effect === null ? [] : [query])),
    E.map((): Decision<FlinkDeploymentStatus> =>
      effect === null ? waiting
        : { ...waiting, effects: [effect], reason: 'the REST Service of the JobManager is missing: the operator recreates it' }
    ),
    orLook(queries => look(queries, 'does the REST Service of the JobManager exist?')),
  )
}

const missingService = (round: ClusterRound): WorldAction | null => {
  const { desired, observed: { status, facts } } = round
  if (serviceOfOthers(round) !== undefined) return null
  const { services, deployment } = facts
  if (
    services?._tag !== 'Known' || deployment?._tag !== 'Known' || deployment.value.deleting
    || services.value.some(({ name }) => name === serviceName(desired))
  ) return null
  const input: E.Either<string, ClusterManifestInput> = runningInput(desired, status)
  return E.isLeft(input) ? null
    : {
      _tag: 'CreateObject',
      manifest: {
        _tag: 'ClusterManifest',
        part: 'RestService',
        input: input.right,
        dependentOf: { name: deployment.value.name, uid: deployment.value.uid },
      },
    }
}
