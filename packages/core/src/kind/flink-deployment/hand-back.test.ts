import { describe, expect, test } from 'vitest'
import { scenarios } from '../../../../../test/unit/drop-in/hand-back-scenarios.ts'
import { aDeploy, aSuspend, aTearDown, runningStatus } from '../../../fixtures/deployment-status.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import type { JobManagerDeploymentStatus, FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { ReconciliationState, JobStatus } from '../../contract/resource/job-status.ts'
import { lastStateMarker, type Operation } from '../../contract/resource/operation.ts'
import { missingFields, phaseOf, phases, referenceFields } from './hand-back.ts'

interface Written {
  readonly scenario: string
  readonly status: FlinkDeploymentStatus
  readonly reason: string
}

const written: readonly Written[] = scenarios.flatMap(({ name, run }) =>
  run().log.flatMap(entry => (entry._tag === 'Status' ? [{ scenario: name, status: entry.status, reason: entry.reason }] : []))
)

const inPhase = (phase: string): readonly Written[] => written.filter(({ status }) => phaseOf(status)?.phase === phase)

describe('putting the reference operator back (design.md, section 7)', () => {
  test('each status that is written is of a phase of the table', () => {
    expect(written.filter(({ status }) => phaseOf(status) === undefined).map(({ scenario, reason }) => `${scenario}: ${reason}`)).toEqual(
      [],
    )
  })

  test.each(phases.map(({ phase }) => [phase] as const))(
    '%s: it is reached, and each status written in it has the fields that the reference goes on from',
    phase => {
      const found = inPhase(phase)
      expect(found.length).toBeGreaterThan(0)
      expect([
        ...new Set(found.flatMap(({ scenario, status, reason }) => missingFields(status).map(field => `${scenario}: ${reason}: ${field}`))),
      ]).toEqual([])
    },
  )

  test('B09 UPGRADING and ROLLING_BACK are written only with a record that says suspended and a source for its mode, or while a cancel goes on', () => {
    const wrong = written.filter(({ status }) => {
      const { reconciliation, record, source } = referenceFields(status)
      const goesBack = reconciliation === 'UPGRADING' || reconciliation === 'ROLLING_BACK'
      return goesBack && record !== 'absent' && status.operation?.kind !== 'Suspend' && (record !== 'suspended' || source === 'marker')
    })
    expect(wrong.map(({ scenario, reason }) => `${scenario}: ${reason}`)).toEqual([])
  })
})

/** What is not said is that of a job that runs, with no savepoint known. */
interface Change {
  readonly is?: ReconciliationState
  readonly record?: 'running' | 'suspended' | 'absent' | 'unreadable'
  readonly job?: JobStatus['state']
  readonly jobManager?: JobManagerDeploymentStatus
  readonly used?: UpgradeMode
  readonly path?: string
}
const statusOf = (
  operation: Operation | null,
  { is = 'DEPLOYED', record = 'running', job = 'RUNNING', jobManager = 'READY', used = 'savepoint', path }: Change = {},
): FlinkDeploymentStatus =>
  runningStatus({
    operation,
    jobManagerDeploymentStatus: jobManager,
    job: { state: job, upgradeSavepointPath: path ?? null },
    recorded: { state: record === 'suspended' ? 'suspended' : 'running', used },
    reconciliation: {
      state: is,
      ...(record === 'absent' ? { lastReconciledSpec: null } : record === 'unreadable' ? { lastReconciledSpec: '{' } : {}),
    },
  })

const rolledBack: Change = { is: 'ROLLED_BACK' }
const upgrading: Change = { is: 'UPGRADING' }
const stays: readonly Change[] = [{}, rolledBack]
const anyway: readonly Change[] = [{}, rolledBack, upgrading]
const path = 's3://b/sp/1'
const toRestore: Change = { ...upgrading, record: 'suspended', job: 'FINISHED' }
const restorable: readonly Change[] = [
  { ...toRestore, used: 'stateless' },
  { ...toRestore, is: 'ROLLING_BACK', job: null, path },
  toRestore,
  { ...toRestore, job: 'FAILED', used: 'last-state' },
]
const notStopped: Change = { is: 'ROLLING_BACK', record: 'suspended' }
const notStoppedReported = ['reconciliation: ROLLING_BACK', 'record: suspended']
const halfRestored: Change = { path: lastStateMarker }

type Row = readonly [
  phase: string,
  safe: boolean,
  operations: readonly (Operation | null)[],
  may: readonly Change[],
  not: Change,
  reported: readonly string[],
]
const table: readonly Row[] = [
  ['a stop with savepoint was requested', false, [aSuspend()], stays, { ...upgrading, record: 'suspended', jobManager: 'MISSING' }, [
    'reconciliation: UPGRADING',
    'record: suspended',
    'jobManager: gone',
  ]],
  [
    'a cancel for an upgrade was requested',
    true,
    [aSuspend({ mode: 'CANCEL' })],
    (['CANCELLING', 'CANCELED', 'RECONCILING'] as const).map(job => ({ ...upgrading, job })),
    { record: 'suspended' },
    ['reconciliation: DEPLOYED', 'record: suspended', 'job: alive'],
  ],
  [
    'the job is stopped and its cluster deleted for a savepoint redeploy',
    true,
    [
      aSuspend({ purpose: 'SavepointRedeploy', mode: 'LAST_STATE', step: 'TearDown' }),
      aSuspend({ purpose: 'SavepointRedeploy', mode: 'STATELESS' }),
    ],
    anyway,
    notStopped,
    notStoppedReported,
  ],
  ['a cancel of a stateless job was requested', true, [aSuspend({ mode: 'STATELESS' })], anyway, notStopped, notStoppedReported],
  [
    'the cluster of a stateless job is being deleted',
    true,
    [aSuspend({ mode: 'STATELESS', step: 'TearDown' })],
    [{}, upgrading, { is: 'ROLLING_BACK' }],
    notStopped,
    ['record: suspended'],
  ],
  [
    'the cluster is being deleted, HA metadata stays',
    true,
    [aSuspend({ mode: 'LAST_STATE', step: 'TearDown' })],
    anyway,
    notStopped,
    notStoppedReported,
  ],
  ['a cluster that never started is being deleted', false, [aSuspend({ mode: 'NOOP', step: 'TearDown' })], stays, {
    ...upgrading,
    record: 'suspended',
  }, ['reconciliation: UPGRADING', 'record: suspended']],
  [
    'the first deployment is recorded',
    false,
    [aDeploy({ purpose: 'FirstDeployment' })],
    [{ ...upgrading, record: 'suspended', job: null, used: 'stateless' }, { ...upgrading, record: 'suspended', job: null, path }],
    {},
    ['reconciliation: DEPLOYED', 'record: running', 'job: alive', 'source: known to be none'],
  ],
  [
    'the previous cluster is to be deployed again',
    false,
    [aDeploy({ purpose: 'Recovery' }), aDeploy({ purpose: 'RestartFailed' }), aDeploy({ purpose: 'RestartUnhealthy' })],
    stays,
    { ...upgrading, record: 'suspended' },
    ['reconciliation: UPGRADING', 'record: suspended'],
  ],
  ['a savepoint redeploy is recorded', false, [aDeploy({ purpose: 'SavepointRedeploy' })], [{ ...toRestore, path }], {}, [
    'reconciliation: DEPLOYED',
    'record: running',
    'job: alive',
    'source: known to be none',
  ]],
  [
    'a restore is recorded, the previous cluster is being deleted',
    true,
    [aDeploy(), aDeploy({ purpose: 'Rollback' })],
    restorable,
    halfRestored,
    ['reconciliation: DEPLOYED', 'record: running', 'job: alive', 'source: marker'],
  ],
  [
    'the objects of a cluster are being created',
    false,
    [aDeploy({ step: 'Create' }), aDeploy({ step: 'Created', purpose: 'Recovery' })],
    [{ jobManager: 'MISSING' }],
    {},
    ['jobManager: there'],
  ],
  ['an attempt is being given up', false, [aDeploy({ step: 'Abandon' })], [{ jobManager: 'MISSING' }], {}, ['jobManager: there']],
  ['the resource is being deleted', true, [aTearDown({ purpose: 'Deletion' })], [{}, notStopped], {}, []],
  ['the cluster of an ended job is being deleted', true, [aTearDown()], stays.map(it => ({ ...it, job: 'FINISHED' })), upgrading, [
    'reconciliation: UPGRADING',
    'job: alive',
  ]],
  [
    'nothing was deployed',
    true,
    [null],
    [{ ...upgrading, record: 'absent' }, { ...upgrading, record: 'unreadable' }],
    { record: 'absent' },
    ['reconciliation: DEPLOYED'],
  ],
  ['the job is stopped and will be restored next', true, [null], restorable, { ...upgrading, path: lastStateMarker }, [
    'record: running',
    'job: alive',
    'source: marker',
  ]],
  ['the job is suspended', true, [null], [{ record: 'suspended', job: 'FINISHED' }], { ...rolledBack, record: 'suspended' }, [
    'reconciliation: ROLLED_BACK',
  ]],
  ['the job runs, or ran to its end', true, [null], [...stays, { job: 'FINISHED' }], {}, []],
]

describe('the phases of the table (design.md, section 7): what the reference operator finds when it is put back', () => {
  test.each(table)('%s', (phase, safe, operations, may, not, reported) => {
    for (const operation of operations) {
      for (const change of may) {
        const status = statusOf(operation, change)
        expect([phaseOf(status)?.phase, phaseOf(status)?.safe, missingFields(status)], JSON.stringify(change)).toEqual([phase, safe, []])
      }
      const wrong = statusOf(operation, not)
      expect([phaseOf(wrong)?.phase, missingFields(wrong)]).toEqual([phase, reported])
    }
  })

  const nowhere: readonly (readonly [string, Operation])[] = [
    ['a cancel takes no cluster away', aSuspend({ mode: 'CANCEL', step: 'TearDown' })],
    ['of a stop with savepoint neither', aSuspend({ step: 'TearDown' })],
    ['where nothing runs nothing is asked for', aSuspend({ mode: 'NOOP' })],
  ]
  test.each(nowhere)('%s: of no phase, whatever the other fields say', (_title, operation) => {
    for (const change of [{}, upgrading, { record: 'suspended' }, { record: 'absent' }] as const) {
      const status = statusOf(operation, change)
      expect([phaseOf(status), missingFields(status)]).toEqual([undefined, []])
    }
  })
})

describe('the fields that the reference operator decides by', () => {
  const of = (change: Change) => referenceFields(statusOf(null, change))
  test.each(
    [
      [null, 'none'],
      ['FINISHED', 'ended'],
      ['FAILED', 'ended'],
      ['CANCELED', 'ended'],
      ['RECONCILING', 'not known'],
      ['CANCELLING', 'cancelling'],
      ['RUNNING', 'alive'],
      ['RESTARTING', 'alive'],
      ['CREATED', 'alive'],
    ] as const,
  )('a job in state %s: %s', (job, want) => {
    expect(of({ job }).job).toBe(want)
  })
  test.each(
    [['MISSING', 'gone'], ['READY', 'there'], ['DEPLOYING', 'there'], ['DEPLOYED_NOT_READY', 'there'], ['ERROR', 'there']] as const,
  )('a JobManager that is %s: %s', (jobManager, want) => {
    expect(of({ jobManager }).jobManager).toBe(want)
  })
  test.each<readonly [string, Change, string, string]>([
    ['no record', { record: 'absent', path }, 'absent', 'no record'],
    ["B41 a record that can't be read counts as none", { record: 'unreadable', path }, 'absent', 'no record'],
    ['stateless, whatever path is there', { used: 'stateless', path }, 'running', 'empty'],
    ['last-state, whatever path is there', { used: 'last-state', path }, 'running', 'HA metadata'],
    ['savepoint, with a path', { record: 'suspended', path }, 'suspended', 'path'],
    ['savepoint, with the marker of last-state for a path', { path: lastStateMarker }, 'running', 'marker'],
    ['savepoint, without a path', {}, 'running', 'known to be none'],
  ])('4.4/3 where it would restore from: %s', (_title, change, record, source) => {
    expect(of(change)).toMatchObject({ record, source })
  })
  test('4.4/3 without a path of an upgrade it is that of the last savepoint', () => {
    const status = statusOf(null)
    const lastSavepoint = { timeStamp: 1, location: path, triggerType: 'MANUAL', formatType: 'CANONICAL', triggerNonce: null } as const
    const info = { ...initialFlinkDeploymentStatus.jobStatus.savepointInfo, lastSavepoint }
    expect(referenceFields({ ...status, jobStatus: { ...status.jobStatus, savepointInfo: info } }).source).toBe('path')
    expect(
      referenceFields({ ...status, jobStatus: { ...status.jobStatus, savepointInfo: info, upgradeSavepointPath: lastStateMarker } }).source,
    ).toBe('marker')
  })
})
