import type { EmitEvent } from '../../action/emit-event.ts'
import { inPlaceScaling } from '../../job/scale/in-place-scaling.ts'
import type { InPlaceScaling, InPlaceScalingInputs } from '../../job/scale/in-place-scaling-answer.ts'
import { isScaleDue, nativeScaling, numberIn } from '../../job/scale/scaling-edit.ts'
import type { Query } from '../../query/query.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { act } from '../../round/decision.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { events } from '../told/events.ts'
import type { JobDecision, Round } from '../round.ts'
import { settled } from '../settled.ts'
import { givenUp, withScalingWait } from '../../job/scale/scaling-wait.ts'
import type { Situation } from '../situation.ts'
import { recordRunning } from '../record/status-updates.ts'

const inputsOf = (round: Round, { running }: Deployed, wanted: ConfiguredSpec): InPlaceScalingInputs => {
  const { desired: { mode }, observed: { facts } } = round
  return mode === 'standalone'
    ? {
      _tag: 'Standalone',
      schedulerMode: running.options.schedulerMode,
      replicas: numberIn(wanted, 'kubernetes.internal.taskmanager.replicas'),
      taskManagers: facts.taskManagerDeployment,
    }
    : nativeScaling(round, running, wanted)
}

/** The answer for an edit that only scales; null: there is no such edit, or no job that it could be done to. */
const scalingAnswer = (round: Round): InPlaceScaling | null => {
  const { deployed, wanted } = round.desired
  return isScaleDue(round) && deployed._tag === 'Deployed' && wanted !== null ? inPlaceScaling(inputsOf(round, deployed, wanted)) : null
}

const queryFor = (
  { desired, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  answer: InPlaceScaling | null,
): readonly Query[] => {
  if (answer?._tag !== 'LookFirst' || desired.deployed._tag !== 'Deployed') return []
  if (answer.at === 'TaskManagers') return [clusterQueries(desired).taskManagers]
  const { jobId } = status.jobStatus
  return jobId === null ? [] : [{ _tag: 'GetResourceRequirements', endpoint: desired.deployed.endpoint, jobId }]
}

/** What is asked together with the other details of the job, so that a scale costs no look of its own. */
export const scalingQueries = (round: Round): readonly Query[] => queryFor(round, scalingAnswer(round))

/** Why the edit, which only scales, is not waited for any longer, but made an upgrade of; null: it is no such edit. */
export const scalingGivenUp = (round: Round): string | null => givenUp(round, scalingAnswer(round))

/** The decision with the record of the wait for what scaling needs to see. */
export const rememberingScalingWait = (round: Round, decision: JobDecision): JobDecision =>
  withScalingWait(round, scalingAnswer(round), decision)

/** Null: the edit, if there is one, is not to be done in place. */
export const scalingSituation = (round: Round): Situation | null => {
  const { desired: { deployed, wanted } } = round
  const answer = scalingAnswer(round)
  if (
    answer === null || deployed._tag !== 'Deployed' || wanted === null || answer._tag === 'NotPossible' || givenUp(round, answer) !== null
  ) return null
  const row = `S ${answer.row}`
  if (answer._tag !== 'LookFirst') return { _tag: 'ScaleDue', row, answer, wanted, deployed, reason: answer.reason }
  const queries = queryFor(round, answer)
  return queries.length === 0 ? null : { _tag: 'NeedsFacts', row, queries, reason: answer.reason }
}

/**
 * Scales what runs; the new spec is recorded only when the job is seen scaled, so an answer that is lost, or a refusal, leaves the edit
 * due. While a rescale is under way it counts as done: nobody waits for slots (B101).
 */
export const scale = (
  round: Round,
  { answer, wanted, deployed, reason }: Extract<Situation, { _tag: 'ScaleDue' }>,
  announce: readonly EmitEvent[],
): JobDecision => {
  const { desired, observed: { status }, env } = round
  const { namespace } = desired.meta
  const told = [...announce, events.scaling]
  switch (answer._tag) {
    case 'Wait':
      return { ...settled(round), after: env.options.observerProgressCheckInterval, waitingFor: answer.waitingFor, reason }
    case 'Done':
      return act(
        recordRunning(status, { desired, spec: wanted.spec, job: wanted.job, mode: deployed.reconciled.job.upgradeMode, now: env.now }),
        reason,
        { events: announce },
      )
    case 'ScaleVertices':
      return act(status, reason, {
        effects: [{
          _tag: 'UpdateResourceRequirements',
          endpoint: deployed.endpoint,
          jobId: status.jobStatus.jobId ?? '',
          bounds: answer.bounds,
        }],
        events: told,
      })
    case 'ScaleTaskManagers':
      return act(status, reason, {
        events: told,
        effects: [{
          _tag: 'PatchObject',
          target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: answer.name, uid: answer.uid },
          patch: { spec: { replicas: answer.replicas } },
          why: 'the job runs on as many TaskManagers as there are',
        }],
      })
  }
}
