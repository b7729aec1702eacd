import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describe, expect, test } from 'vitest'
import { goneCluster, haConfigMap, jobId } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { notLookedAt, seenRound } from '../../../../../fixtures/seen-round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { upgradeErrors } from '../../../../job/upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import { nothingRecorded } from '../../../../contract/resource/last-state.ts'
import { lastStateMarker } from '../../../../contract/resource/operation.ts'
import { lastStateOf } from '../../../../job/record/last-state-of.ts'
import { sourceFor } from './restore-point.ts'

const failed = (change: StatusChange = {}) =>
  runningStatus({
    jobManagerDeploymentStatus: 'MISSING',
    ...change,
    job: { state: 'FAILED', upgradeSavepointPath: 's3://b/cp/9', ...change.job },
    record: { terminalSince: t0 - 60_000, left: true, ...change.record },
  })

describe('where what was stopped goes on from (control-flow.md, sections 4.4/3 and 4.6)', () => {
  const source = (requested: UpgradeMode, used: UpgradeMode, status: StatusChange, facts: FlinkDeploymentFacts = goneCluster()) => {
    const round = seenRound({
      spec: { job: { upgradeMode: requested } },
      status: failed({ ...status, recorded: { used, state: 'suspended' } }),
      facts,
    })
    return pipe(
      sourceFor(round, round.desired.wanted ?? expect.fail('not valid'), lastStateOf(round.observed.status, round.desired.deployed)),
      E.getOrElseW(queries => ({ asks: queries.map(({ _tag }) => _tag) })),
    )
  }
  const [path, none] = [{ _tag: 'Path', path: 's3://b/cp/9' }, { _tag: 'None', reason: 'the job was stopped as stateless' } as const]
  const adopted = (state: 'CANCELED' | 'FAILED', change: StatusChange['record'] = {}): StatusChange => ({
    job: { state },
    record: { attempts: 0, deployedAttempt: null, deployedSource: null, lastState: nothingRecorded, ...change },
  })

  test.each<readonly [string, UpgradeMode, UpgradeMode, StatusChange, object]>([
    ['used savepoint: the recorded path (B35)', 'last-state', 'savepoint', {}, path],
    ['used stateless: from nothing (B35)', 'savepoint', 'stateless', { record: { lastState: none } }, {
      _tag: 'Empty',
      reason: 'the job was stopped as stateless',
    }],
    ['P25 recorded as left without state, but stopped with it: a person', 'savepoint', 'savepoint', { record: { lastState: none } }, {
      _tag: 'Blocked',
    }],
    ['stateless by wish: from nothing', 'stateless', 'savepoint', {}, { _tag: 'Empty', reason: 'the job is stateless' }],
    [
      'D-01 somebody cancelled it under the operator before, whose record says stateless: its last checkpoint',
      'savepoint',
      'stateless',
      adopted('CANCELED'),
      path,
    ],
    ['D-01 the same, last-state', 'last-state', 'stateless', adopted('CANCELED'), path],
    ['D-01 the same, stateless by wish', 'stateless', 'stateless', adopted('CANCELED'), { _tag: 'Empty', reason: 'the job is stateless' }],
    ['our own attempts say how they stopped it', 'savepoint', 'stateless', adopted('CANCELED', { lastState: none }), { _tag: 'Empty' }],
    ['the operator before stopped a stateless job, which has no path', 'savepoint', 'stateless', {
      ...adopted('FAILED'),
      job: { state: 'FAILED', upgradeSavepointPath: null },
    }, { _tag: 'Empty' }],
    ['P25 the same with a path, which contradicts it: a person', 'savepoint', 'stateless', adopted('FAILED'), { _tag: 'Blocked' }],
    ['a record that says last-state stays so', 'savepoint', 'last-state', adopted('CANCELED'), {
      _tag: 'LastState',
      restorePath: lastStateMarker,
    }],
  ])('%s', (_title, requested, used, status, want) => {
    expect(source(requested, used, status)).toMatchObject(want)
  })

  test.each<readonly [string, StatusChange, FlinkDeploymentFacts, object]>([
    ['it holds a checkpoint', {}, goneCluster(), { _tag: 'LastState', restorePath: lastStateMarker }],
    [
      'B07 it holds none yet: from what the job was started from',
      { job: { upgradeSavepointPath: 's3://b/init' }, record: { deployedSource: { _tag: 'Path', path: 's3://b/init', reason: '' } } },
      { configMaps: known([haConfigMap(jobId, ['counter'])], t0) },
      { _tag: 'LastState', restorePath: 's3://b/init' },
    ],
    ['P25 B07 it holds none yet, and what the job was started from is not known: a person', { record: { deployedSource: null } }, {
      configMaps: known([haConfigMap(jobId, ['counter'])], t0),
    }, { _tag: 'Blocked' }],
    ['a checkpoint of another job does not count', { job: { upgradeSavepointPath: null } }, {
      configMaps: known([haConfigMap(jobId, ['counter']), haConfigMap('b'.repeat(32))], t0),
    }, { _tag: 'LastState', restorePath: null }],
    ['P01 it holds neither a checkpoint nor their counter: the job may have ended', { job: { upgradeSavepointPath: null } }, {
      configMaps: known([haConfigMap(jobId, [])], t0),
    }, { _tag: 'Blocked', error: expect.stringContaining(upgradeErrors.noCheckpoint) }],
    ['P05 it was only seen in a cache', {}, { configMaps: known([haConfigMap()], t0, 'cache') }, { asks: ['ListConfigMaps'] }],
    ["P14 it can't be read", {}, { configMaps: unknown('Timeout', 'late', t0) }, { _tag: 'Wait', reason: 'HA metadata could not be read' }],
    ['it was not looked at', {}, notLookedAt(goneCluster(), 'configMaps'), { asks: ['ListConfigMaps'] }],
    ['it is not there', {}, { configMaps: known([], t0) }, { _tag: 'Blocked', error: expect.stringContaining(upgradeErrors.E3) }],
    ['P25 the job has no id', { job: { jobId: null } }, goneCluster(), {
      _tag: 'Blocked',
      error: expect.stringContaining('status.jobStatus.jobId is missing'),
    }],
  ])('used last-state, HA metadata: %s', (_title, status, facts, want) => {
    expect(
      source(
        'savepoint',
        'last-state',
        { ...status, record: { lastState: { _tag: 'InHighAvailability', jobId }, ...status.record } },
        facts,
      ),
    ).toMatchObject(want)
  })
})
