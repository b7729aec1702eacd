import { describe, expect, test } from 'vitest'
import {
  aCheckpoint,
  aConfigMap,
  aJob,
  aStartingPod,
  checkpointStatistics,
  clusterConfigMap,
  clusterStart,
  haConfigMap,
  jobId,
  neverAvailable,
} from '../../../../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus, type StatusChange, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { name, type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../../../fixtures/seen-round.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { UpgradeInputs } from '../../../../job/upgrade/upgrade-inputs.ts'
import type { HaMetadata } from '../../../../contract/fact/zookeeper-ha-view.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { checkpointCacheMillis } from '../../../../job/observe/observe-last-state.ts'
import { haMetadataFor, upgradeInputsOf } from './available-upgrade-mode.ts'

const wantedOf = (spec: SpecChange): ConfiguredSpec =>
  seenRound({ spec, status: freshStatus }).desired.wanted ?? expect.fail('it is not valid')
/** A spec as it runs. */
const runningOf = (spec: SpecChange): ConfiguredSpec => {
  const { deployed } = seenRound({ spec, status: runningStatus({ recorded: { spec } }) }).desired
  return deployed._tag === 'Deployed' ? deployed.running : expect.fail('it is not deployed')
}
const inputs = (status: StatusChange, facts: FlinkDeploymentFacts = {}, wanted: SpecChange = {}, running: SpecChange = {}): UpgradeInputs =>
  upgradeInputsOf(
    seenRound({ status: runningStatus({ recorded: { spec: running }, ...status }), facts }),
    wantedOf(wanted),
    runningOf(running),
    'savepoint',
  )

const late = unknown<never>('Timeout', 'late', t0)

describe('HA metadata as this operator reads it (control-flow.md, section 5.9; H-D09)', () => {
  const zooKeeper: SpecChange = { noHa: true, configuration: { 'high-availability.type': 'zookeeper' } }
  const there = known([haConfigMap()], t0)
  test.each<readonly [string, SpecChange, FlinkDeploymentFacts, HaMetadata]>([
    ['of this very job', {}, { configMaps: there }, 'Available'],
    ['H-D06 only of the cluster', {}, { configMaps: known([clusterConfigMap], t0) }, 'NotAvailable'],
    ['D-09 only of another job', {}, { configMaps: known([aConfigMap(`${name}-${'b'.repeat(32)}-config-map`)], t0) }, 'NotAvailable'],
    ['not looked at', {}, {}, 'NotLooked'],
    ['P14 it could not be read', {}, { configMaps: late }, 'Unknown'],
    ['without HA nobody keeps any, whatever is there', { noHa: true }, { configMaps: there }, 'NotAvailable'],
    ['H-D09 of another HA service nothing is known, it is never absent', zooKeeper, { configMaps: known([], t0) }, 'Unreadable'],
  ])('%s: %#', (_title, spec, facts, want) => {
    expect(haMetadataFor(seenRound({ status: runningStatus({ recorded: { spec } }), facts }))).toBe(want)
  })

  test('nothing was ever deployed: there is none', () => {
    expect(haMetadataFor(seenRound({ status: freshStatus, facts: { configMaps: there } }))).toBe('NotAvailable')
  })
})

describe('P05 a running job and a ready JobManager count only as seen in this round (control-flow.md, section 3.5)', () => {
  const listed = { jobs: known([aJob('RUNNING')], t0) }
  const empty = { jobs: known([], t0) }
  test.each<readonly [string, StatusChange, FlinkDeploymentFacts, Pick<UpgradeInputs, 'job' | 'jobManager'>]>([
    ['listed: as the status says', {}, listed, { job: 'RUNNING', jobManager: 'READY' }],
    ['listed while it restarts', { job: { state: 'RESTARTING' } }, listed, { job: 'RESTARTING', jobManager: 'READY' }],
    ['REST was not asked: nobody knows', {}, {}, { job: 'RECONCILING', jobManager: 'DEPLOYED_NOT_READY' }],
    ['REST does not answer: nobody knows', {}, { jobs: late }, { job: 'RECONCILING', jobManager: 'DEPLOYED_NOT_READY' }],
    ['not listed, by a JobManager that answers', {}, empty, { job: 'RECONCILING', jobManager: 'READY' }],
    ['another job is listed', {}, { jobs: known([aJob('RUNNING', { jobId: 'b'.repeat(32) })], t0) }, {
      job: 'RECONCILING',
      jobManager: 'READY',
    }],
    ['REST was not asked while the JobManager comes up', { jobManagerDeploymentStatus: 'DEPLOYING' }, {}, {
      job: 'RECONCILING',
      jobManager: 'DEPLOYING',
    }],
    ['it ended (P13), and is not listed any more', { job: { state: 'FINISHED' } }, empty, { job: 'FINISHED', jobManager: 'READY' }],
    ['it ended (P13), and REST does not answer', { job: { state: 'FAILED' } }, { jobs: late }, {
      job: 'FAILED',
      jobManager: 'DEPLOYED_NOT_READY',
    }],
    ['it ended (P13), and the JobManager is gone', { job: { state: 'FAILED' }, jobManagerDeploymentStatus: 'MISSING' }, {}, {
      job: 'FAILED',
      jobManager: 'MISSING',
    }],
    ['5.2/4 it is being cancelled, and REST does not answer', { job: { state: 'CANCELLING' } }, { jobs: late }, {
      job: 'CANCELLING',
      jobManager: 'DEPLOYED_NOT_READY',
    }],
    ['5.2/4 it is being cancelled, and not listed', { job: { state: 'CANCELLING' } }, empty, { job: 'CANCELLING', jobManager: 'READY' }],
  ])('%s', (_title, status, facts, want) => {
    expect(inputs(status, facts)).toMatchObject(want)
  })
})

describe('how old the last checkpoint is (control-flow.md, sections 3.7 and 5.4; B16)', () => {
  const [done, pending] = [aCheckpoint(3, { triggerTimestamp: 111 }), aCheckpoint(4, { triggerTimestamp: 222 })]
  const read = known(checkpointStatistics({ completed: done, inProgress: pending }), t0)
  const ended = (terminalSince: number | null): StatusChange => ({ job: { state: 'FAILED' }, record: { terminalSince } })
  const nothingMore = { _tag: 'Known', lastCompleted: null, pending: null, isRestorable: false } as const
  const listed = { jobs: known([aJob('FAILED')], t0) }
  test.each<readonly [string, StatusChange, FlinkDeploymentFacts, UpgradeInputs['checkpointAge']]>([
    ['not looked at', {}, {}, { _tag: 'NotLooked' }],
    ['P14 it could not be read', {}, { checkpoints: late }, { _tag: 'Unknown', reason: 'late' }],
    ['the newest that completed and the one that is pending', {}, { checkpoints: read }, {
      _tag: 'Known',
      lastCompleted: 111,
      isRestorable: true,
      pending: 222,
    }],
    ['none yet', {}, { checkpoints: known(checkpointStatistics(), t0) }, nothingMore],
    ['L2 the newest was discarded: it is none', {}, {
      checkpoints: known(checkpointStatistics({ completed: { ...done, discarded: true } }), t0),
    }, nothingMore],
    ['the JobManager does not know the job', {}, { checkpoints: absent(t0) }, {
      _tag: 'Unknown',
      reason: 'the job is not known to the JobManager',
    }],
    ['the JobManager forgot a job that ended', ended(t0 - 60_000), { checkpoints: absent(t0) }, nothingMore],
    ['a moment too soon after the end', ended(t0 - checkpointCacheMillis + 1), { ...listed, checkpoints: read }, {
      _tag: 'Unknown',
      reason: 'Flink may not show the last checkpoint yet: the job has just ended',
    }],
    ['late enough after the end', ended(t0 - checkpointCacheMillis), { ...listed, checkpoints: read }, {
      _tag: 'Known',
      lastCompleted: 111,
      isRestorable: true,
      pending: 222,
    }],
    [
      'it ended, and its run is not listed: nothing more is to be read',
      ended(t0 - 60_000),
      { jobs: known([], t0), checkpoints: read },
      nothingMore,
    ],
    ['it ended, and another run has its id: nothing more is to be read', ended(t0 - 60_000), {
      jobs: known([aJob('FAILED', { startTime: 1 })], t0),
      checkpoints: read,
    }, nothingMore],
    ['it ended, and REST does not list jobs: as was read', ended(t0 - 60_000), { jobs: late, checkpoints: read }, {
      _tag: 'Known',
      lastCompleted: 111,
      isRestorable: true,
      pending: 222,
    }],
    ['it ended, and jobs were not asked for: as was read', ended(t0 - 60_000), { checkpoints: read }, {
      _tag: 'Known',
      lastCompleted: 111,
      isRestorable: true,
      pending: 222,
    }],
    ['it runs: that it is not listed says nothing of its checkpoints', {}, { jobs: known([], t0), checkpoints: read }, {
      _tag: 'Known',
      lastCompleted: 111,
      isRestorable: true,
      pending: 222,
    }],
  ])('%s', (_title, status, facts, want) => {
    expect(inputs(status, facts).checkpointAge).toEqual(want)
  })
})

describe('what the specs say: feasibility is judged by what runs, wishes by what is wanted (control-flow.md, section 5.2; B17)', () => {
  const retained = 'execution.checkpointing.externalized-checkpoint-retention'
  const only = (flinkConfiguration: Readonly<Record<string, string>>): SpecChange => ({ rest: { flinkConfiguration } })
  const operator = (key: string, value: string): SpecChange => ({ configuration: { [`kubernetes.operator.job.upgrade.${key}`]: value } })
  test.each<readonly [string, SpecChange, SpecChange, Partial<UpgradeInputs>]>([
    ['nothing differs', {}, {}, {
      requested: 'savepoint',
      haOnInWanted: true,
      haOnInDeployed: true,
      versionChanged: false,
      savepointDirectorySet: true,
      checkpointsRetainedOnCancel: true,
      usedMode: 'savepoint',
      now: t0,
    }],
    ['the mode is the wanted one', { job: { upgradeMode: 'last-state' } }, {}, { requested: 'last-state' }],
    ['HA is turned off', { noHa: true }, {}, { haOnInWanted: false, haOnInDeployed: true }],
    ['F11 HA is turned on: what runs left nothing that the new cluster could read', {}, { noHa: true }, {
      haOnInWanted: false,
      haOnInDeployed: false,
    }],
    ['F11 the HA service is another one', { noHa: true, configuration: { 'high-availability.type': 'zookeeper' } }, {}, {
      haOnInWanted: false,
      haOnInDeployed: true,
    }],
    ['B15 another Flink version', { rest: { flinkVersion: 'v2_0' } }, {}, { versionChanged: true }],
    ['savepoint directory: of what runs', {}, only({ 'execution.checkpointing.dir': 's3://b/cp' }), { savepointDirectorySet: false }],
    ['savepoint directory: blank is none', {}, { configuration: { 'execution.checkpointing.savepoint-dir': '  ' } }, {
      savepointDirectorySet: false,
    }],
    ['B23 checkpoints go when the job is cancelled', {}, { configuration: { [retained]: 'DELETE_ON_CANCELLATION' } }, {
      checkpointsRetainedOnCancel: false,
    }],
    ['B23 checkpoints are kept, as is said', {}, { configuration: { [retained]: 'RETAIN_ON_CANCELLATION' } }, {
      checkpointsRetainedOnCancel: true,
    }],
    ['B23 checkpoints have no directory', {}, only({ 'execution.checkpointing.savepoint-dir': 's3://b/sp' }), {
      checkpointsRetainedOnCancel: false,
    }],
    ['B23 the directory of checkpoints is blank', {}, { configuration: { 'execution.checkpointing.dir': '  ' } }, {
      checkpointsRetainedOnCancel: false,
    }],
    [
      '5.2/6 fall back: of what is wanted',
      operator('last-state-fallback.enabled', 'false'),
      operator('last-state-fallback.enabled', 'true'),
      { lastStateFallbackEnabled: false },
    ],
    ['5.5 cancel: of what runs', operator('last-state.job-cancel.enabled', 'false'), operator('last-state.job-cancel.enabled', 'true'), {
      jobCancelEnabled: true,
    }],
    [
      '5.4 the allowed age: of what is wanted',
      operator('last-state.max.allowed.checkpoint.age', '1 min'),
      operator('last-state.max.allowed.checkpoint.age', '2 min'),
      { maxCheckpointAge: 60_000 },
    ],
  ])('%s', (_title, wanted, running, want) => {
    expect(inputs({}, {}, wanted, running)).toMatchObject(want)
  })

  test.each([[true, false], [false, true]])(
    'B23 what Flink says is in force wins over the configuration: deleted %s',
    (isDeletedOnCancel, want) => {
      expect(inputs({}, { checkpointConfiguration: known({ isDeletedOnCancel }, t0) }).checkpointsRetainedOnCancel).toBe(want)
      expect(
        inputs({}, { checkpointConfiguration: known({ isDeletedOnCancel }, t0) }, {}, {
          configuration: { [retained]: 'DELETE_ON_CANCELLATION' },
        }).checkpointsRetainedOnCancel,
      ).toBe(false)
    },
  )

  test.each<readonly [string, StatusChange, number | null]>([
    ['as Flink reported it', {}, clusterStart + 60_000],
    ['not reported yet', { job: { startTime: null } }, null],
  ])('5.4/2 the start of the job: %s', (_title, status, want) => {
    expect(inputs(status).jobStartTime).toBe(want)
  })

  test('5.6/c the JobManager never started', () => {
    const facts = { deployment: known(neverAvailable(), t0), jobManagerPods: known([aStartingPod()], t0) }
    expect([
      inputs(neverSeenUp, facts).jobManagerNeverStarted,
      inputs(neverSeenUp, { ...facts, jobs: known([aJob('RUNNING', { jobId })], t0) }).jobManagerNeverStarted,
    ]).toEqual([true, false])
  })

  test('1.6 what the status knows of the last state goes along', () => {
    expect(inputs({ job: { upgradeSavepointPath: 's3://b/sp/1' }, record: { left: true } })).toMatchObject({
      lastState: { _tag: 'Path', path: 's3://b/sp/1' },
    })
  })
})
