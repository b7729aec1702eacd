import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, requeueOf, reread, roundOf } from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, type Fact, known, unknown } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'
import { onFailure } from '../../kind/flink-deployment/flink-deployment-kind.ts'

const { savepointInfo } = initialFlinkDeploymentStatus.jobStatus
const entry = (location: string, timeStamp = t0 - 1_000): SavepointRecord => ({
  timeStamp,
  location,
  triggerType: 'PERIODIC',
  formatType: 'CANONICAL',
  triggerNonce: null,
})
const options = (more: Readonly<Record<string, string>> = {}): SpecChange => ({
  configuration: { 'kubernetes.operator.savepoint.history.max.count': '2', ...more },
})
const given = (history: readonly SavepointRecord[], spec: SpecChange = options(), status: StatusChange = {}, more: Given = {}): Given => ({
  spec,
  status: runningStatus({
    recorded: { spec },
    ...status,
    job: { savepointInfo: { ...savepointInfo, savepointHistory: history, lastSavepoint: history.at(-1) ?? null }, ...status.job },
  }),
  ...more,
})
const world = (snapshots: Fact<readonly StateSnapshotView[]> = absent(t0)) =>
  runningCluster(t0, { snapshots, flinkDeployments: known([], t0), flinkSessionJobs: absent(t0), namingResources: known([], t0) })
const many = [entry('s3://1'), entry('s3://2'), entry('s3://3'), entry('s3://4')]
const disposed = (actions: readonly FlinkDeploymentAction[]): readonly string[] =>
  actions.flatMap(action => (action._tag === 'DisposeSavepoint' ? [action.path] : []))
const statuses = (actions: readonly FlinkDeploymentAction[]) =>
  actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status.jobStatus.savepointInfo.savepointHistory.map(({ location }) =>
    location
  )] : []))

/** Rounds until nothing more is disposed of; `fails`: paths that can't be deleted. */
const pruneAll = (
  start: Given,
  fails: readonly string[] = [],
  facts = world(),
): { readonly disposed: readonly string[]; readonly left: readonly (string | null)[] } => {
  const step = (it: Given, before: readonly string[], failures: number, rounds: number): ReturnType<typeof pruneAll> => {
    const actions = lookedAndDecided({ ...it, failures }, facts)
    const [path] = disposed(actions)
    const isFailed = path !== undefined && fails.includes(path)
    const end = isFailed ? actions.findIndex(({ _tag }) => _tag === 'DisposeSavepoint') : actions.length
    const status = actions.slice(0, end).reduce((last, action) => (action._tag === 'PersistStatus' ? action.status : last), it.status!)
    if (rounds === 0 || (path === undefined && status === it.status))
      return {
        disposed: before,
        left: status.jobStatus.savepointInfo.savepointHistory.map(({ location }) => location),
      }
    return step(
      { ...it, status: reread(status) },
      path === undefined || isFailed ? before : [...before, path],
      isFailed ? failures + 1 : 0,
      rounds - 1,
    )
  }
  return step(start, [], 0, 20)
}

describe('pruning of the history in the status (control-flow.md, section 6.6)', () => {
  test('B73 P03 one disposal a round; the entry goes with the write behind it', () => {
    const actions = lookedAndDecided(given(many), world())
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'DisposeSavepoint', 'PersistStatus', 'Requeue'])
    expect(disposed(actions)).toEqual(['s3://1'])
    expect(statuses(actions)).toEqual([['s3://1', 's3://2', 's3://3', 's3://4'], ['s3://2', 's3://3', 's3://4']])
    expect(requeueOf(actions).after).toBe(0)
  })
  test('in some rounds all that is too much is gone, oldest first, and then nothing more happens', () => {
    expect(pruneAll(given(many))).toEqual({ disposed: ['s3://1', 's3://2'], left: ['s3://3', 's3://4'] })
  })
  test('B73 a disposal that fails keeps its entry, is told, and tried again after the reconcile interval', () => {
    const it = given(many)
    const { desired, observed, env } = roundOf({ ...it, facts: world() })
    const actions = lookedAndDecided(it, world())
    const failed = actions.find(({ _tag }) => _tag === 'DisposeSavepoint')!
    const error: AdapterError = { _tag: 'Other', message: 'Access denied', applied: 'Maybe', httpStatus: 200, retryAfter: null }
    const recovery = onFailure(desired, observed, actions.slice(0, 1), failed, error, env)
    expect(recovery).toMatchObject([{
      _tag: 'EmitEvent',
      reason: 'SavepointError',
      message: 'Could not dispose of savepoint s3://1: Access denied',
    }, { _tag: 'Requeue', after: environment().options.reconcileInterval }])
    expect(pruneAll(it, ['s3://1'])).toEqual({ disposed: [], left: ['s3://1', 's3://2', 's3://3', 's3://4'] })
  })
  test("B73 entries that are too old do not wait for one that can't be deleted", () => {
    const old = [entry('s3://1', t0 - 9_000_000), entry('s3://2', t0 - 8_000_000), entry('s3://3')]
    const it = given(
      old,
      options({ 'kubernetes.operator.savepoint.history.max.age': '1 h', 'kubernetes.operator.savepoint.history.max.count': '9' }),
    )
    expect(pruneAll(it, ['s3://1'])).toEqual({ disposed: ['s3://2'], left: ['s3://1', 's3://3'] })
  })
  test.each<readonly [string, Given]>([
    ['upgradeSavepointPath', given(many, options(), { job: { upgradeSavepointPath: 's3://1' } })],
    [
      'the last savepoint',
      given(many, options(), { job: { savepointInfo: { ...savepointInfo, savepointHistory: many, lastSavepoint: many[0]! } } }),
    ],
    [
      'what the deployment was started from',
      given(many, options(), { record: { deployedSource: { _tag: 'Path', path: 's3://1', reason: '' } } }),
    ],
    ['initialSavepointPath of the spec', given(many, { ...options(), job: { initialSavepointPath: 's3://1' } })],
    [
      'initialSavepointPath of the deployed spec',
      given(many, options(), { recorded: { spec: { ...options(), job: { initialSavepointPath: 's3://1' } } } }),
    ],
    [
      'initialSavepointPath of the stable spec, which runs again',
      given(many, options(), {
        reconciliation: { state: 'ROLLED_BACK' },
        stable: { spec: { ...options(), job: { initialSavepointPath: 's3://1' } } },
      }),
    ],
  ])('P04 B03 D-32 %s stays', (_title, it) => {
    const { left } = pruneAll(it)
    expect(left).toContain('s3://1')
    expect(left).not.toContain('s3://2')
  })
  test('B03 the files of a path that a FlinkStateSnapshot owns are left to it', () => {
    const owner: StateSnapshotView = {
      name: 'a',
      uid: 'a',
      creationTimestamp: 0,
      deleting: false,
      kind: 'savepoint',
      triggerType: 'MANUAL',
      state: 'FAILED',
      path: 's3://1',
    }
    expect(pruneAll(given(many), [], world(known([owner], t0)))).toEqual({ disposed: ['s3://2'], left: ['s3://3', 's3://4'] })
  })
  test("P14 FlinkStateSnapshots that can't be seen: nothing goes", () => {
    const actions = lookedAndDecided(given(many), world(unknown('Timeout', 'late', t0)))
    expect([...effectsOf(actions), ...eventsOf(actions)]).toEqual([])
  })
  test('they are looked at only when something would go', () => {
    const { jobs, deployment } = world()
    expect(effectsOf(lookedAndDecided(given(many.slice(0, 2)), { jobs: jobs!, deployment: deployment! }))).toEqual([])
  })
  test('without clean-up entries are forgotten and files stay', () => {
    expect(pruneAll(given(many, options({ 'kubernetes.operator.savepoint.cleanup.enabled': 'false' })))).toEqual({
      disposed: [],
      left: ['s3://3', 's3://4'],
    })
  })
  test.each<readonly [string, Given]>([
    ['the job is not running', given(many, options(), { job: { state: 'FINISHED' }, record: { left: true, terminalSince: t0 } })],
    [
      'an upgrade is due',
      given(many, { ...options(), rest: { image: 'flink:1.20.1' } }, { recorded: { spec: options() } }, { metadata: { generation: 2 } }),
    ],
  ])('nothing goes while %s', (_title, it) => {
    expect(disposed(decided({ ...it, facts: world() }))).toEqual([])
  })
})
