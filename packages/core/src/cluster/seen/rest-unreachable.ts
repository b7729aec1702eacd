import { restServiceName } from '../manifest/object-names.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { WorldAction } from '../../action/action.ts'
import type { ClusterManifestInput } from '../../action/manifest-request.ts'
import type { Env } from '../../env.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import { watched } from '../../query/watched.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { clusterQueries } from './cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { type Decision, look, type Problem } from '../../round/decision.ts'
import { runningInput } from '../manifest/manifest-input.ts'
import { inTheWay, obstacleOf } from './in-the-way.ts'
import type { OtherObject } from './own-facts.ts'
import type { ClusterOf, ClusterRound } from '../cluster-round.ts'
import { withRecord } from '../../round/status-change.ts'

/**
 * Since when Flink's REST does not answer while Kubernetes shows a JobManager that is available (F16). A JobManager that is not up, or says
 * that it is not ready, is another matter; what was not asked changes nothing.
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

/** For longer than it may: one look, or a few, that failed on their way are told to nobody. */
export const isRestMissed = (
  { operatorRecord: { restMissedSince } }: FlinkDeploymentStatus,
  { now, options }: Pick<Env, 'now' | 'options'>,
): boolean => restMissedSince !== null && now - restMissedSince >= options.observerRestUnreachableTimeout

/** The Service by which it is asked. */
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
  }, though Kubernetes shows a JobManager that is available: nobody knows what the job does, and what needs its JobManager waits. `
  const other = serviceOfOthers(round)
  return {
    owner: 'job-manager',
    type: 'ReconciliationException',
    reason: 'RestUnreachable',
    message: found
      + (other !== undefined ? inTheWay([obstacleOf(desired.meta, other)]).message
        : untrusted
          ?? 'The Service is made again if it is missing. Look whether it has endpoints, and whether a network policy keeps the operator out'),
  }
}

/** A Service of that name that is not ours. */
const serviceOfOthers = ({ desired, observed: { others } }: Pick<ClusterRound, 'desired' | 'observed'>): OtherObject | undefined =>
  others.find(({ kind, name }) => kind === 'Service' && name === serviceName(desired))

/**
 * The REST Service of what runs is made again where it is missing: only created, marked with the attempt whose objects run, and given to
 * its Deployment. One of that name that is there is left as it is, whosever it is (P21). It is done beside whatever the round waits for.
 */
export const withRestService = (round: ClusterRound, decision: Decision<FlinkDeploymentStatus>): Decision<FlinkDeploymentStatus> => {
  const { desired, observed: { status, facts }, env } = round
  const { deployed } = desired
  if (decision._tag === 'Look' || deployed._tag !== 'Deployed' || decision.effects.length > 0 || !isRestMissed(status, env)) return decision
  const { operation } = decision.status
  const isRunning = operation === null || (operation.kind === 'Suspend' && operation.step === 'Requested')
  const waiting = { ...decision, waitingFor: `${restWords(desired)}, for ${decision.waitingFor}` }
  if (!isRunning || desired.meta.deletionTimestamp !== null) return waiting
  const query = clusterQueries(desired).services
  const unheard = unanswered(facts, [watched(query)])
  if (unheard.length > 0) return look(unheard, 'is the REST Service of the JobManager there?')
  const effect = missingService(round)
  // that it is missing is looked at live
  const missing = effect === null ? [] : unanswered(facts, [query])
  if (missing.length > 0) return look(missing, 'is the REST Service of the JobManager really missing?')
  return effect === null ? waiting
    : { ...waiting, effects: [effect], reason: 'the REST Service of the JobManager is missing: it is made again' }
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
