import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { unseenAt, viewAt } from '../cluster/high-availability/ha-sight.ts'
import { standing, zooKeeperProblem } from '../cluster/high-availability/zookeeper-metadata.ts'
import { again } from '../cluster/deploy/attempt-outdated.ts'
import type { DeployCourse } from '../cluster/deploy/deploy-course.ts'
import type { Query } from '../query/query.ts'
import { type DeployOperation, isAgain } from '../resource/operation.ts'
import { zooKeeperQueries } from '../operator-options/ha-place.ts'
import { type Asked, asked, orLook } from '../query/ask.ts'
import { act, look, pollMillis, wait } from '../round/decision.ts'
import { withRecord, withStatus } from '../round/status-change.ts'
import { haPlaceFor } from './session-ha-seen.ts'
import { affectedJobs, type AffectedJobs, affectedJobsQuestion } from './jobs-at-stake.ts'
import { keptByOthers } from './kept-by-others.ts'
import { keptWithoutState } from './kept-without-state.ts'
import { recordDeployed, recordRedeployed } from './record.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'
import { keptJobs, unseenSessionJobs } from './session-jobs.ts'

/**
 * What a session cluster brings to its deploy: no state of its own. As long as the JobManager before is up, its jobs are asked for once
 * more: one may have come since the deploy was begun (E-1). HA metadata stays: the new JobManager goes on with the jobs in it.
 */
export const deployCourse = (round: SessionRound, operation: DeployOperation, isOver = false): DeployCourse => {
  const { desired: { attempt }, observed: { status: { operatorRecord: { lastState: stateBefore } } } } = round
  const held = affectedByEdit(round, operation)
  return {
    spared: () => pipe(held, E.match(affectedJobsLook, () => null)),
    leftAlone: () =>
      (isUp(round) ? unlessJobsAffected(round, operation, { stateBefore }) : null) ?? keptFirst(round, operation) ?? ownersFirst(round),
    // an edit that waits for jobs of the cluster waits for the JobManager that they are ended by (B33)
    isEditHeld: E.isRight(held) && held.right !== null && held.right._tag !== 'Nothing',
    isOver,
    isPastPointOfNoReturn: false,
    isStateThere: true,
    cleanUp: 0,
    obstacles: attempt === null ? [] : [
      ...(isKept(operation) ? [] : keptByOthers(round, attempt.target)),
      ...keptWithoutState(round, attempt.target),
    ],
    beforeCreate: () => standsFirst(round, operation),
    whenCreated: status => status,
    announce: [],
    beforeGivenUp: () => null,
    mayHaveRun: false,
    finished: () => finishDeploy(round, operation),
    stateBefore,
  }
}

/** What the edit would cost that came while a lost JobManager is brought back; null: there is none. */
const affectedByEdit = (round: SessionRound, { purpose }: DeployOperation): Asked<AffectedJobs | null> => {
  const { attempt, deployed, wanted } = round.desired
  return purpose !== 'Recovery' || attempt?.differs !== true || wanted === null || deployed._tag !== 'Deployed' ? E.right(null)
    : affectedJobs(round, [deployed.running], wanted)
}

const isKept = ({ source }: DeployOperation): boolean => source._tag === 'NoJob' && source.jobs === 'Kept'

/** Nothing of the JobManager before was touched yet, as far as was seen. */
const isUp = ({ observed: { facts: { deployment } } }: Pick<SessionRound, 'observed'>): boolean =>
  deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0

/** What would the new JobManager find in ZooKeeper? Nothing is taken away, and nothing created, before that is seen (P14). */
const keptFirst = (round: SessionRound, { giveUpAt }: DeployOperation): SessionDecision | null => {
  const { desired: { attempt }, observed: { facts, status }, env } = round
  if (attempt === null) return null
  const place = haPlaceFor(round, attempt.target)
  return pipe(
    facts,
    asked(zooKeeperQueries(place)),
    E.map(() => {
      const unseen = unseenAt(place, facts)
      if (unseen === null) return null
      const waitingFor = `to see which jobs ZooKeeper keeps: ${unseen}`
      return wait(status, pollMillis, waitingFor, env.now > giveUpAt ? zooKeeperProblem(waitingFor) : null)
    }),
    orLook(queries => look(queries, 'which jobs does ZooKeeper keep?')),
  )
}

/** A JobManager that is cut off still has its jobs: none could lead beside it before its session is over. */
const standsFirst = (round: SessionRound, { giveUpAt }: DeployOperation): SessionDecision | null => {
  const { desired: { attempt }, observed: { facts, status }, env } = round
  const seen = attempt === null ? null : viewAt(haPlaceFor(round, attempt.target), facts)
  const stands = seen === null ? null : standing(seen.place, seen.view)
  return stands === null ? null : wait(status, pollMillis, stands, env.now > giveUpAt ? zooKeeperProblem(stands) : null)
}

/** Whose are the jobs that the new JobManager would bring back? */
const ownersFirst = (round: SessionRound): SessionDecision | null => {
  const { desired: { meta: { namespace, name }, attempt }, observed: { facts, status } } = round
  const inZooKeeper = attempt === null ? null : viewAt(haPlaceFor(round, attempt.target), facts)?.view ?? null
  if ((keptJobs(facts, name) ?? []).length + (inZooKeeper?.plans.length ?? 0) + (inZooKeeper?.jobs.length ?? 0) === 0) return null
  return pipe(
    facts,
    asked([{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }]),
    E.map(() => {
      const unseen = unseenSessionJobs(facts)
      return unseen === null ? null : wait(status, pollMillis, unseen)
    }),
    orLook(queries => look(queries, 'whose are the jobs that high availability keeps?')),
  )
}

const unlessJobsAffected = (
  round: SessionRound,
  operation: DeployOperation,
  course: Pick<DeployCourse, 'stateBefore'>,
): SessionDecision | null => {
  const { attempt } = round.desired
  if (attempt === null) return null
  return pipe(
    affectedJobs(round, isKept(operation) ? 'KeptBefore' : 'AskedBefore', attempt.target),
    E.match(
      affectedJobsLook,
      affected => (affected._tag === 'Nothing' ? null : again(round, course, `nothing is taken away: ${affected.reason}`)),
    ),
  )
}

const affectedJobsLook = (queries: readonly Query[]): SessionDecision => look(queries, affectedJobsQuestion.reason)

/** Every object of the attempt was seen: what was recorded before is now what runs (control-flow.md, section 1.3/2). */
const finishDeploy = (round: SessionRound, { id, purpose, targetGeneration, source }: DeployOperation): SessionDecision => {
  const { desired, observed: { status }, env } = round
  const target = desired.attempt?.target
  if (target === undefined) return act(withStatus(status, { operation: null }), 'the record of the attempt is gone')
  const { ClusterHealthInfo: _dropped, ...clusterInfo } = status.clusterInfo
  const before = withStatus(status, { clusterInfo })
  const recorded = purpose === 'Rollback' || isAgain(purpose) ? recordRedeployed(before, id, purpose === 'Rollback', env.now)
    : recordDeployed(before, { desired, target, now: env.now }, { id, generation: targetGeneration })
  return act(withRecord(recorded, { deployedSource: source }), 'every object of the attempt is there', {
    after: pollMillis,
    waitingFor: 'the JobManager to come up',
  })
}
