import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../action/emit-event.ts'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { continueDeploy } from '../cluster/deploy/continue-deploy.ts'
import { namesInputOf, namesInTheWay, namesNeeded } from '../cluster/deploy/needed-names.ts'
import { afterDeploy, withIngress } from '../cluster/ingress/keep-ingress.ts'
import { inTheWay, waitingForOthers } from '../cluster/seen/in-the-way.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { withRestService } from '../cluster/seen/rest-unreachable.ts'
import { clusterEvents } from '../cluster/told/cluster-events.ts'
import { jobEvent } from '../job/told/job-events.ts'
import type { ObjectName } from '../fact/named-object-view.ts'
import type { Query } from '../query/query.ts'
import { asked, orLook } from '../query/ask.ts'
import { unanswered } from '../query/unanswered.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { finalizerOf } from '../resource/resource-type.ts'
import { act, look, pollMillis, wait } from '../round/decision.ts'
import type { Pause } from '../round/pause.ts'
import { withRecord } from '../round/status-change.ts'
import { beginDeploy } from './begin-session-deploy.ts'
import { changeIngress } from './change-ingress.ts'
import { continueTearDown, decideDeletion } from './delete-cluster.ts'
import { deployCourse } from './session-deploy-course.ts'
import { isLost, lostSituation } from './lost-session-cluster.ts'
import { renderFirst } from './render-session-first.ts'
import { recordAlreadyUpgraded, recordInPlace } from './record.ts'
import type { SessionAct, SessionDecision, SessionRound } from './session-cluster-round.ts'
import { settled } from './settled-session-cluster.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** Which actions does the situation call for? */
export const decide = (round: SessionRound, situation: SessionSituation): SessionDecision =>
  withRestService(round, calledFor(round, situation))

const calledFor = (round: SessionRound, situation: SessionSituation): SessionDecision => {
  const { desired, observed: { status }, env } = round
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(withNames(round, situation.queries), situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'NotYetOurs':
      return act(status, situation.reason, { effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(desired.meta) }] })
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, env.options.reconcileInterval, 'an edit', situation.problem)
    case 'Paused':
      return paused(round, situation.pause)
    case 'Deploying':
      return afterDeploy(round, false, continueDeploy(round, situation.operation, deployCourse(round, situation.operation)))
    case 'TearingDown':
      return continueTearDown(round, situation.operation)
    case 'FirstDeployment':
      return beginDeploy(round, 'FirstDeployment', situation.wanted, situation.jobs, [])
    case 'AlreadyUpgraded':
      return act(recordAlreadyUpgraded(status), situation.reason, { after: pollMillis })
    case 'UpgradeDue':
      return unlessInTheWay(
        round,
        situation.wanted,
        () => beginDeploy(round, 'Upgrade', situation.wanted, situation.jobs, specChanged(round)),
        () => broughtBack(round),
      )
    case 'StuckSubmit':
      return beginDeploy(round, 'Recovery', situation.wanted, { jobs: 'Kept', reason: situation.reason }, [clusterEvents.recover])
    case 'RollbackDue':
      return unlessInTheWay(
        round,
        situation.stable,
        () => beginDeploy(round, 'Rollback', situation.stable, situation.jobs, [clusterEvents.rollback]),
      )
    case 'Lost':
      return beginDeploy(round, 'Recovery', situation.deployed.running, situation.jobs, [clusterEvents.recover])
    case 'ScaleDue':
      return scale(round, situation)
    case 'IngressDue':
      return changeIngress(round, situation, specChanged(round))
    case 'RunsWhatIsWanted':
      return act(recordInPlace(status, { desired, target: situation.wanted, now: env.now }), situation.reason, {
        events: specChanged(round),
      })
    case 'Blocked':
      return {
        ...settled(round),
        problem: situation.problem ?? settled(round).problem,
        after: Math.max(env.options.observerProgressCheckInterval, isDown(status) ? settled(round).after : 0),
        waitingFor: situation.waitingFor,
        holdsUpEdit: true,
        reason: situation.reason,
      }
    case 'Settled':
      return withIngress(round, false, withoutRetry(settled(round)))
  }
}

/** The pauses between looks at a JobManager that is not ready grow, also while an edit waits for it. */
const isDown = ({ operatorRecord: { jobManagerDownSince } }: FlinkDeploymentStatus): boolean => jobManagerDownSince !== null

/** What was seen is told; everything else waits, what is under way too. */
const paused = (round: SessionRound, { isHold, until, message }: Pause): SessionAct => {
  const { observed: { status }, env } = round
  const left = isHold ? pollMillis : until === null ? env.options.reconcileInterval : Math.max(1, until - env.now)
  const after = Math.min(left, env.options.reconcileInterval)
  return {
    ...settled(round),
    status,
    reason: `paused: ${message}`,
    after,
    atTheLatest: after,
    waitingFor: `the end of the pause: ${message}`,
  }
}

/** What failed is not to be tried again: the edit was taken back, and its error is over (P16). */
const withoutRetry = (done: SessionAct): SessionAct => ({ ...done, status: withRecord(done.status, { retryAt: null }) })

const specChanged = (
  { desired: { diff, generation } }: Pick<SessionRound, 'desired'>,
): readonly EmitEvent[] => (diff.type === 'IGNORE' ? [] : [jobEvent.specChanged(diff.type, diff.text, generation)])

/** Which jobs are at stake is asked before something is deployed: the names that it needs are asked for in the same look. */
const withNames = (round: SessionRound, queries: readonly Query[]): readonly Query[] => {
  const { desired: { meta, wanted, stable }, observed: { facts } } = round
  if (!queries.some(({ _tag }) => _tag === 'ListFlinkSessionJobs')) return queries
  const objects = [wanted, stable].filter(it => it !== null).flatMap(target => namesNeeded(round, target, namesInputOf(round, target)))
  return [...queries, ...unanswered(facts, [{ _tag: 'ReadNames', namespace: meta.namespace, objects: distinct(objects) }])]
}

const distinct = (names: readonly ObjectName[]): readonly ObjectName[] =>
  names.filter((it, i) => names.findIndex(({ kind, name }) => kind === it.kind && name === it.name) === i)

/**
 * Somebody else has a name that the edit needs, and the JobManager is lost: it is brought back as it is deployed, and the edit waits (V02).
 * Between a stop and the next deploy there is nothing to bring back.
 */
const broughtBack = (round: SessionRound): SessionDecision | null => {
  const { desired: { deployed }, observed: { status: { reconciliationStatus: { state } } } } = round
  if (deployed._tag !== 'Deployed' || !isLost(round) || state === 'UPGRADING' || state === 'ROLLING_BACK') return null
  const lost = lostSituation(round, deployed)
  if (lost._tag === 'NeedsFacts') return look(lost.queries, lost.reason)
  return lost._tag === 'Lost' && renderFirst(round, lost) === lost ? calledFor(round, lost) : null
}

/** Before what runs is taken away: are the names that its deploy needs ours, or free (F09, F13; B87)? */
const unlessInTheWay = (
  round: SessionRound,
  target: ConfiguredCluster,
  go: () => SessionDecision,
  meanwhile: () => SessionDecision | null = () => null,
): SessionDecision => {
  const { desired, observed: { facts } } = round
  const names = namesNeeded(round, target, namesInputOf(round, target))
  const { deployment, pods } = clusterQueries(desired)
  return pipe(
    facts,
    asked([deployment, pods, { _tag: 'ReadNames', namespace: desired.meta.namespace, objects: names }]),
    E.map(() => byNames(round, names, go, meanwhile)),
    orLook(queries => look(queries, 'are the names free that the deploy needs, and which JobManager is it that is stopped?')),
  )
}

const byNames = (
  round: SessionRound,
  names: ReturnType<typeof namesNeeded>,
  go: () => SessionDecision,
  meanwhile: () => SessionDecision | null,
): SessionDecision => {
  const { observed: { facts, status }, env } = round
  const later = { ...settled(round), status, after: env.options.observerProgressCheckInterval }
  if (facts.names?._tag === 'Unknown')
    return meanwhile() ?? {
      ...later,
      waitingFor: `to see whether the names are free that the deploy needs: ${facts.names.message}`,
      reason: 'nothing is stopped on a guess',
    }
  const obstacles = namesInTheWay(round, names)
  return obstacles.length === 0 ? go()
    : meanwhile() ?? {
      ...later,
      problem: { ...inTheWay(obstacles), owner: 'upgrade' },
      obstacles,
      waitingFor: waitingForOthers(obstacles),
      reason: "what the deploy needs is somebody else's: nothing is stopped",
    }
}

/** The edit is recorded when the Deployment of the TaskManagers is seen to want so many. */
const scale = (round: SessionRound, { step, wanted, reason }: Extract<SessionSituation, { _tag: 'ScaleDue' }>): SessionAct => {
  const { desired, observed: { status }, env } = round
  switch (step._tag) {
    case 'Patch':
      return act(status, reason, { effects: [step.effect], events: specChanged(round) })
    case 'Done':
      return act(recordInPlace(status, { desired, target: wanted, now: env.now }), reason)
    case 'Wait':
      return { ...settled(round), after: env.options.observerProgressCheckInterval, waitingFor: step.waitingFor, reason }
  }
}
