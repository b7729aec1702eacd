import { unknown } from '../../contract/fact/fact.ts'
import type { Env } from '../../contract/env.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import { factsOf } from '../../contract/query/fact-of.ts'
import { type Colour, type FlinkBlueGreenDeploymentStatus, opposite, type Transition } from './blue-green-resource.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import { clockTolerance } from '../../contract/resource/time.ts'
import { type OperationOutcome, operationOutcome } from '../../job/snapshot/operation-outcome.ts'
import { isOver } from '../../job/observe/own-operation.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { type Adopted, adopted } from './transition/adopt.ts'
import {
  begunOf,
  childOf,
  type Children,
  isOfTransition,
  isProved,
  isProvedSuspended,
  readyMarkOf,
  slotOf,
  viewOf,
  type ChildJob,
  childJobOf,
} from './child/child.ts'
import { hasSpecOf } from './child/child-manifest.ts'
import { activeOf, placeOf } from './transition/transition-phase.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { targetRequest } from './child/target-request.ts'

/** Merges the observed facts into the recorded status. It has no effects. */
export const observe = (
  desired: BlueGreenDesired,
  recorded: Recorded<FlinkBlueGreenDeploymentStatus>,
  facts: Facts,
  env: Env,
): BlueGreenObserved => {
  const children: Children = { BLUE: childSeen(desired, facts, 'BLUE'), GREEN: childSeen(desired, facts, 'GREEN') }
  const before: Adopted = desired.unread.length > 0 ? { status: recorded.status, serving: null, target: null }
    : adopted(desired, withOwnTransition(notAhead(recorded.status, desired, env), children), children, env)
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

/**
 * Drops the transition of an attempt that is over, and corrects the colour of a switch if the child that served when it started has that
 * colour: another writer put back an older transition, or its colour (P25).
 */
const withOwnTransition = (status: FlinkBlueGreenDeploymentStatus, children: Children): FlinkBlueGreenDeploymentStatus => {
  const { operation } = status
  if (operation === null) return status
  if (isOver(operation, status)) return withStatus(status, { operation: null })
  const { kind, colour, activeUid } = operation
  return kind === 'Switch' && activeUid !== null && viewOf(children[colour])?.meta.uid === activeUid
    ? withStatus(status, { operation: { ...operation, colour: opposite(colour) } }) : status
}

/** Timestamps from a clock that was ahead count as now, so that no wait gets longer than one that starts now (F15). */
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

/** The longest wait, except for the abort grace period. */
const longestWait = 3_600_000

/** Updates the transition with the observed child: its uid, its generation, and since when it is ready. */
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
  // an unknown trigger id proves nothing unless the job was observed, too: the JobManager may have been replaced
  const isReported = savepointOperation?._tag !== 'Absent' || own !== undefined
  return operationOutcome({
    kind: 'savepoint',
    answer: isReported ? savepointOperation : unknown('NotReady', 'the job is not listed', now),
    checkpoints,
    askedAt: operation.mintedAt,
    now,
    wasReplaced: own !== undefined && operation.jobStartTime !== null && own.startTime !== operation.jobStartTime,
    gracePeriod: job.options.savepointTriggerGracePeriod,
    checkpointingTimeout: job.options.checkpointingTimeout,
  })
}
