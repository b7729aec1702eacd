import { genericServiceName, versionedServiceName } from '../objects/flink-application-names.ts'
import { selectorLabel } from '../objects/flink-application-labels.ts'
import { mintJobIdIn } from '../../../resource/mint-id.ts'
import { type LastState, stateUnderDeploy } from '../../../resource/last-state.ts'
import { absenceMillis } from '../../../job/seen/observe-job.ts'
import { normal, outcome, type Outcome, waiting } from '../outcome.ts'
import { patchRequest, runRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, selectorOf, serviceOf } from '../seen/clusters.ts'
import { incarnationOf } from '../seen/incarnation.ts'
import { isBeside, operationOf, submitOf } from '../seen/live.ts'
import { asService } from '../seen/effect-target.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import type { JobDefinition } from '../status/job-definition.ts'
import { submitting, withLastState, withOperation } from '../status-transitions.ts'

/*
 * What a submit and a roll back have in common: the way in to the cluster, and the call (section 2.7).
 */

const colourOf = (round: ApplicationRound): string | null => round.desired.mode === 'Dual' ? null : operationOf(round)?.version ?? ''

const generic = (round: ApplicationRound) => serviceOf(round, genericServiceName(round.desired.meta.name, colourOf(round)))

/** What of a cluster is not there, or was not seen, that a job is submitted by; null: nothing. */
export const missingForSubmit = (round: ApplicationRound, hash: string): string | null => {
  const cluster = clusterOf(round, hash)
  if (cluster === null) return 'its objects could not be seen'
  if (cluster.jobManager === null || cluster.taskManager === null) return 'could not find deployments'
  if (selectorOf(cluster.jobManager) === null) return 'its JobManager is told by no label'
  if (generic(round) === null) return `Service ${genericServiceName(round.desired.meta.name, colourOf(round))} is not there`
  return incarnationOf(round, hash).podUid === null ? 'the pod of its JobManager is not seen' : null
}

export const reportsMissingForSubmit = (round: ApplicationRound, hash: string): Outcome =>
  outcome(round, { error: foreignError(`cluster ${hash}: ${missingForSubmit(round, hash) ?? ''}`) })

/** Does the generic Service lead to another cluster? */
export const leadsElsewhere = (round: ApplicationRound, hash: string): boolean => {
  const selector = selectorOf(clusterOf(round, hash)?.jobManager ?? null)
  return selector !== null && generic(round)?.selector[selectorLabel] !== selector
}

export const ledTo = (round: ApplicationRound, hash: string): Outcome => {
  const service = generic(round)
  const selector = selectorOf(clusterOf(round, hash)?.jobManager ?? null)
  return service === null || selector === null ? waiting(round) : outcome(round, {
    effects: patchRequest(
      round,
      asService(service),
      { spec: { selector: { [selectorLabel]: selector, 'flink-app-hash': null } } },
      `it leads to ${versionedServiceName(round.desired.meta.name, hash)}`,
    ),
    after: 0,
  })
}

/** So long after a call without an answer the same one is sent again: the program may still be running. */
const sendAgainAfter = 10_000

/** Was it refused a moment ago? Flink may have taken it all the same. */
export const isJustRefused = (round: ApplicationRound): boolean => {
  const submit = submitOf(round)
  return submit !== null && submit.isRefused && submit.sentAt !== null && round.env.now - submit.sentAt < absenceMillis
}

/**
 * The jar is run under a new id. Where it was sent, is not listed, and the same life of the JobManager answers: under the same one, which
 * Flink refuses if it knows it (P02).
 */
export const sent = (round: ApplicationRound, hash: string, definition: JobDefinition, source: LastState): Outcome => {
  const { desired: { meta }, env } = round
  const before = submitOf(round)
  const operation = operationOf(round)
  const isAgain = before !== null && before.hash === hash && !before.isRefused && before.sentAt !== null
  if (isAgain && env.now - before.sentAt < sendAgainAfter)
    return waiting(round, `Flink to list job ${before.jobId}`)
  const submit: JobSubmit = isAgain ? { ...before, sentAt: env.now, isAnswered: false } : {
    hash,
    jobId: mintJobIdIn(meta.uid, operation?.attempt ?? 0, env.now),
    definition,
    source,
    sentAt: env.now,
    incarnation: incarnationOf(round, hash),
    isRefused: false,
    isAnswered: false,
  }
  const status = withOperation(
    isBeside(round) ? submitting(round, submit) : withLastState(submitting(round, submit), stateUnderDeploy),
    isAgain ? {} : { progressAt: env.now, ...(operation?.source == null ? {} : { source }) },
  )
  return outcome({ observed: { ...round.observed, status } }, {
    effects: runRequest(round, submit),
    events: isAgain ? [] : [normal('JobSubmitted', `Submitting job ${submit.jobId} to cluster ${hash}`)],
    why: `Flink to list job ${submit.jobId}`,
  })
}
