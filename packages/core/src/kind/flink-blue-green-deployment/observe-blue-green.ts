import { unknown } from '../../fact/fact.ts'
import type { Env } from '../../env.ts'
import type { Facts } from '../../fact/facts.ts'
import { factsOf } from '../../query/fact-of.ts'
import type { Colour, FlinkBlueGreenDeploymentStatus, Transition } from './blue-green-resource.ts'
import type { Recorded } from '../../resource/resource.ts'
import { clockTolerance } from '../../resource/time.ts'
import { type OperationOutcome, operationOutcome } from '../../job/snapshot/operation-outcome.ts'
import { withStatus } from '../../round/status-change.ts'
import { type Adopted, adopted } from './transition/adopt.ts'
import { begunOf, childOf, type Children, isOfTransition, isProved, isProvedSuspended, readyMarkOf, slotOf, viewOf } from './child/child.ts'
import { type ChildJob, childJobOf } from './child/child-job.ts'
import { hasSpecOf } from './child/child-manifest.ts'
import { activeOf, placeOf } from './transition/transition-phase.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { targetRequest } from './child/target-request.ts'

/** Folds what was seen into the recorded status. It changes nothing in the world. */
export const observe = (
  desired: BlueGreenDesired,
  recorded: Recorded<FlinkBlueGreenDeploymentStatus>,
  facts: Facts,
  env: Env,
): BlueGreenObserved => {
  const children: Children = { BLUE: childSeen(desired, facts, 'BLUE'), GREEN: childSeen(desired, facts, 'GREEN') }
  const before: Adopted = desired.unread.length > 0 ? { status: recorded.status, serving: null, target: null }
    : adopted(desired, notAhead(recorded.status, desired, env), children, env)
  const status = withStatus(before.status, { operation: operationSeen(desired, before, children, env) })
  const active = activeOf(status)
  const view = active === null ? null : viewOf(children[active])
  const job: ChildJob = view === null ? { _tag: 'None', reason: 'no child runs a job' } : childJobOf(view, env.flinkDefaults)
  return {
    recorded,
    status,
    facts,
    children,
    active,
    phase: placeOf(status.blueGreenState).phase,
    serving: before.serving,
    target: before.target,
    job,
    outcome: outcomeOf(status, facts, active, job, env),
  }
}

const childSeen = ({ meta }: BlueGreenDesired, facts: Facts, colour: Colour) => childOf(meta, factsOf(facts, slotOf(colour)).target)

/** Moments of a clock that was ahead count as now, and what waits for them waits no longer than what begins now (F15). */
const notAhead = (status: FlinkBlueGreenDeploymentStatus, { options }: BlueGreenDesired, { now }: Env): FlinkBlueGreenDeploymentStatus => {
  const { operation, operatorRecord: record } = status
  const latest = now + clockTolerance
  const capped = (at: number, wait: number): number => (at > latest + wait ? now + wait : at)
  return withStatus(status, {
    operation: operation === null ? null : {
      ...operation,
      mintedAt: Math.min(operation.mintedAt, latest),
      giveUpAt: capped(operation.giveUpAt, Math.max(options.abortGracePeriod, longestWait)),
      readySince: operation.readySince === null ? null : operation.readySince > latest ? now : operation.readySince,
    },
    operatorRecord: {
      ...record,
      failed: record.failed === null ? null : { ...record.failed, retryAt: capped(record.failed.retryAt, longestWait) },
      createNotBefore: record.createNotBefore === null ? null : capped(record.createNotBefore, longestWait),
    },
  })
}

/** No wait of ours but the abort's is longer. */
const longestWait = 3_600_000

/** The child of the transition as it is: which one, which generation, and since when it is ready. */
const operationSeen = (
  desired: BlueGreenDesired,
  { status, target, serving }: Adopted,
  children: Children,
  { options, now }: Env,
): Transition | null => {
  const { operation } = status
  if (operation === null || operation.step === 'Savepoint' || operation.step === 'Revert' || target === null) return operation
  const child = children[operation.colour]
  if (child._tag === 'NotLookedAt' || child._tag === 'Unseen') return operation
  const view = begunOf(child)
  const request = targetRequest(desired, { target, serving, operation, child: view }, options.labelSelector)
  const isAsWanted = view !== null && (operation.kind !== 'Switch' || isOfTransition(view, operation)) && hasSpecOf(view, request)
  const bound: Transition = isAsWanted
    ? {
      ...operation,
      childUid: view.meta.uid,
      childGeneration: view.meta.generation,
      step: operation.step === 'Apply' ? 'Await' : operation.step,
    }
    : { ...operation, childGeneration: null, step: operation.step === 'Await' ? 'Apply' : operation.step }
  if (!isProved(view, bound) && !isProvedSuspended(view, bound)) return { ...bound, readySince: null, readyMark: null }
  const mark = readyMarkOf(view)
  return bound.readySince !== null && bound.readyMark === mark && bound.childGeneration === operation.childGeneration ? bound
    : { ...bound, readySince: now, readyMark: mark }
}

const outcomeOf = (
  { operation }: FlinkBlueGreenDeploymentStatus,
  facts: Facts,
  active: Colour | null,
  job: ChildJob,
  { now }: Env,
): OperationOutcome | null => {
  if (operation?.step !== 'Savepoint' || active === null || job._tag === 'None' || job.jobId !== operation.jobId) return null
  const { jobs, savepointOperation, checkpoints } = factsOf(facts, slotOf(active))
  const own = jobs?._tag === 'Known' ? jobs.value.find(it => it.jobId === job.jobId) : undefined
  // an id that is not known says nothing without the job beside it: was the JobManager replaced?
  const isTold = savepointOperation?._tag !== 'Absent' || own !== undefined
  return operationOutcome({
    kind: 'savepoint',
    answer: isTold ? savepointOperation : unknown('NotReady', 'the job is not listed', now),
    checkpoints,
    askedAt: operation.mintedAt,
    now,
    wasReplaced: own !== undefined && operation.jobStartTime !== null && own.startTime !== operation.jobStartTime,
    gracePeriod: job.options.savepointTriggerGracePeriod,
    checkpointingTimeout: job.options.checkpointingTimeout,
  })
}
