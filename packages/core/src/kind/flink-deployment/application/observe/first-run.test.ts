import { asked, missingFor } from '../../../../contract/query/ask.ts'
import { describe, expect, test } from 'vitest'
import {
  aContainer,
  aDeployment,
  aJob,
  aPod,
  attemptId,
  checkpointStatistics,
  clusterStart,
  ofNobody,
  restService,
  up,
  waiting,
} from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../../../fixtures/round.ts'
import { known } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { DeploymentView, ServiceView } from '../../../../contract/fact/object-view.ts'
import type { CheckpointStatistics } from '../../../../contract/fact/flink-rest.ts'
import type { PodView } from '../../../../contract/fact/pod-view.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { stateOfRunningJob } from '../../../../contract/resource/last-state.ts'
import type { RestoreSource } from '../../../../contract/resource/operation.ts'
import { firstRunQueries, isSurelyFirstRun } from './first-run.ts'
import { lastStateQueries, observeLastState } from '../../../../job/observe/observe-last-state.ts'

const started = clusterStart + 4_000
const since = (startedAt: number) => aContainer({ state: { ...up, startedAt } })

interface Seen {
  readonly deployment?: Partial<DeploymentView>
  readonly pods?: readonly PodView[]
  readonly services?: readonly ServiceView[]
  readonly startTime?: number
  readonly source?: RestoreSource
  readonly statistics?: Partial<CheckpointStatistics>
  readonly configuration?: Readonly<Record<string, string>>
}

const firstPod = aPod({ containers: [since(started)] })

/** FAILED, five seconds after its JobManager was started from a savepoint; nothing restored, nothing completed. */
const ended = (
  { startTime = started + 5_000, source = { _tag: 'Path', path: 's3://old', reason: '' }, configuration = {} }: Seen,
): FlinkDeploymentStatus =>
  runningStatus({
    recorded: { spec: { configuration } },
    job: { state: 'FAILED', startTime: String(startTime), upgradeSavepointPath: 's3://old' },
    record: { terminalSince: t0 - 60_000, left: false, deployedAttempt: attemptId, deployedSource: source },
  })

const seenAs = (
  { deployment = {}, pods = [firstPod], services = [restService()], startTime = started + 5_000, statistics = {} }: Seen,
  source: 'live' | 'cache' = 'live',
): FlinkDeploymentFacts => ({
  deployment: known(aDeployment(deployment), t0, source),
  jobManagerPods: known(pods, t0, source),
  services: known(services, t0, source),
  jobs: known([aJob('FAILED', { startTime })], t0),
  checkpoints: known(checkpointStatistics(statistics), t0),
})

const roundWith = (seen: Seen, facts = seenAs(seen)) => roundOf({ status: ended(seen), facts })
const queriesOf = (round: ReturnType<typeof roundWith>) => {
  const { desired, observed: { status, facts } } = round
  return missingFor(asked(lastStateQueries(round, () => firstRunQueries(desired, status, facts)))(facts))
}
const lastState = (seen: Seen, facts = seenAs(seen)) => {
  const status = ended(seen)
  const { desired } = roundOf({ status })
  return observeLastState(desired, status, facts, () => isSurelyFirstRun(desired, status, facts)).operatorRecord.lastState
}

describe('F03 with HA in Kubernetes, a job that failed right after its deploy: HA metadata, which is gone, held nothing if that was its first run', () => {
  test('its first run: what it was started from', () => {
    expect(lastState({})).toMatchObject({ _tag: 'Path', path: 's3://old', seen: 'Source' })
  })

  test.each<readonly [string, Seen]>([
    ['its container was started before', { pods: [aPod({ containers: [{ ...since(started), restartCount: 1 }] })] }],
    ['its container ended before', { pods: [aPod({ containers: [{ ...since(started), lastState: waiting('') }] })] }],
    ['its container does not run', { pods: [aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff') })] })] }],
    ['nothing tells since when its container runs', { pods: [aPod()] }],
    ['its pod is not the first one', { pods: [aPod({ ...firstPod, creationTimestamp: clusterStart + 6_000 })] }],
    ['its pod goes', { pods: [aPod({ ...firstPod, deleting: true })] }],
    ['there is another pod, which may have led', { pods: [firstPod, aPod({ ...firstPod, uid: 'other' })] }],
    ['there is no pod', { pods: [] }],
    ['several are wanted', { deployment: { wantedReplicas: 2 } }],
    ['the Deployment is of another attempt', { deployment: { annotations: {} } }],
    ['the Deployment is a copy, which its Service does not belong to', { deployment: { uid: 'copy' } }],
    ['its Service is gone', { services: [] }],
    ['a Service of somebody else has its name', { services: [restService(attemptId, ofNobody)] }],
    ['the run began when leadership can have been lost and got back', { startTime: started + 14_000 }],
    ['the run began before that process', { startTime: started - 1 }],
    ['leadership is lost sooner', { configuration: { 'high-availability.kubernetes.leader-election.renew-deadline': '5 s' } }],
    ['nobody can read how soon it is lost', { configuration: { 'high-availability.kubernetes.leader-election.renew-deadline': 'soon' } }],
    ['HA metadata in ZooKeeper', { configuration: { 'high-availability.type': 'zookeeper' } }],
    ['it went on from HA metadata, which may have held more than the path beside it', {
      source: { _tag: 'LastState', restorePath: 's3://old', reason: '' },
    }],
    ['it completed checkpoints', { statistics: { completedCount: 1 } }],
  ])('%s: not known', (_title, seen) => {
    expect(lastState(seen)).toEqual(stateOfRunningJob)
  })

  test('P14 by live looks alone: what watches told may be over', () => {
    const facts = seenAs({}, 'cache')
    expect(lastState({}, facts)).toEqual(stateOfRunningJob)
    const round = roundWith({}, facts)
    expect(isSurelyFirstRun(round.desired, round.observed.status, facts)).toBe(false)
    expect(queriesOf(round).map(({ _tag, ...rest }) => [_tag, 'freshness' in rest])).toEqual([['ReadDeployment', false], [
      'ListJobManagerPods',
      false,
    ], ['ListServices', false]])
  })

  test('no live look where what the watches tell speaks against it, and none before the checkpoints were read', () => {
    expect(queriesOf(roundWith({}, seenAs({ pods: [] }, 'cache')))).toEqual([])
    const { checkpoints: _, ...unread } = seenAs({}, 'cache')
    expect(queriesOf(roundWith({}, unread)).map(({ _tag }) => _tag)).toEqual(['GetCheckpoints'])
  })

  test('what the watches tell is looked at beside the checkpoints: a round has few looks', () => {
    const { checkpoints: _, jobManagerPods: __, services: ___, ...unread } = seenAs({}, 'cache')
    expect(queriesOf(roundWith({}, unread)).map(({ _tag, ...rest }) => [_tag, 'freshness' in rest])).toEqual([
      ['GetCheckpoints', false],
      ['ListJobManagerPods', true],
      ['ListServices', true],
    ])
  })
})
