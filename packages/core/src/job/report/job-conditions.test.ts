import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, aTearDown, freshStatus, runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, roundOf } from '../../../fixtures/round.ts'
import { formatInstant } from '../../crd/instant.ts'
import { statusErrorText } from '../../crd/status-error.ts'
import type { Condition } from '../../contract/resource/condition.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { jobStates, type LifecycleState } from '../../contract/resource/job-status.ts'
import type { Operation } from '../../contract/resource/operation.ts'
import { conditionsOf } from './job-conditions.ts'
import { lifecycleWords } from './state-words.ts'

const { desired } = roundOf({ metadata: { generation: 5 } })
const of = (status: FlinkDeploymentStatus, stalled = false, now = t0): readonly Condition[] =>
  conditionsOf({ ...status, observedGeneration: 5 }, desired, stalled, now)
const get = (conditions: readonly Condition[], type: string): Condition =>
  conditions.find(it => it.type === type) ?? expect.fail(`no ${type}`)
const brief = (conditions: readonly Condition[]): string =>
  conditions.map(({ type, status, reason }) => `${type}=${status}/${reason}`).join(' ')

describe('the condition Running (control-flow.md, section 1.8)', () => {
  test.each(jobStates)('%s: True only if RUNNING, and no observedGeneration', state => {
    const { status, reason, message, observedGeneration } = get(of(runningStatus({ job: { state } })), 'Running')
    expect(status).toBe(state === 'RUNNING' ? 'True' : 'False')
    expect(reason).toBe(state.charAt(0) + state.slice(1).toLowerCase())
    expect(message).toBe(`Job status ${state}`)
    expect(observedGeneration).toBeUndefined()
  })

  test('no job state, no condition of it', () => {
    expect(brief(of(runningStatus({ job: { state: null } })))).not.toContain('Running=')
  })
})

describe('Ready, Reconciling, Stalled as kstatus reads them (D-24, B71, A4)', () => {
  test.each<readonly [LifecycleState, string, string]>([
    ['CREATED', 'False', 'True'],
    ['SUSPENDED', 'True', 'False'],
    ['UPGRADING', 'False', 'True'],
    ['DEPLOYED', 'False', 'True'],
    ['STABLE', 'True', 'False'],
    ['ROLLING_BACK', 'False', 'True'],
    ['ROLLED_BACK', 'True', 'False'],
    ['FAILED', 'False', 'True'],
    ['DELETING', 'False', 'True'],
    ['DELETED', 'False', 'True'],
  ])('%s: Ready %s, Reconciling %s', (lifecycleState, ready, reconciling) => {
    const conditions = of(runningStatus({ lifecycleState }))
    const reason = lifecycleState.charAt(0) + lifecycleState.slice(1).toLowerCase()
    expect(get(conditions, 'Ready')).toMatchObject({
      status: ready,
      reason,
      message: lifecycleWords[lifecycleState],
      observedGeneration: 5,
    })
    expect(get(conditions, 'Reconciling')).toMatchObject({
      status: reconciling,
      reason,
      message: ready === 'True' ? '' : lifecycleWords[lifecycleState],
      observedGeneration: 5,
    })
    expect(get(conditions, 'Stalled')).toMatchObject({ status: 'False', reason: 'NotStalled', message: '', observedGeneration: 5 })
  })

  test('L12 one change is one write, whose conditions say what its fields say', () => {
    const starting = runningStatus({ job: { state: 'CREATED' }, lifecycleState: 'DEPLOYED', stable: null, record: { runningSince: null } })
    const actions = decided({ status: starting, facts: runningCluster() })
    const writes = actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status] : []))
    expect(writes.map(({ jobStatus: { state }, conditions }) => [state, get(conditions, 'Running').status])).toEqual([['RUNNING', 'True']])
  })

  const wrong = (message: string) =>
    runningStatus({ lifecycleState: 'STABLE', error: statusErrorText('ReconciliationException', message, 100_000) })

  test('A4 stalled: never ready, never reconciling, and in the words of status.error', () => {
    expect(of(wrong('What is wrong.\nWhat can be done.'), true).map(({ type, status, reason, message }) => [type, status, reason, message]))
      .toEqual([
        ['Running', 'True', 'Running', 'Job status RUNNING'],
        ['Ready', 'False', 'Error', 'What is wrong.\nWhat can be done.'],
        ['Reconciling', 'False', 'Error', ''],
        ['Stalled', 'True', 'Error', 'What is wrong.\nWhat can be done.'],
      ])
  })

  test.each([
    ['an error that is no JSON', { ...wrong(''), error: 'Job Not Found.' }, 'Job Not Found.'],
    ['a failure without an error', { ...wrong(''), lifecycleState: 'FAILED' as const, error: null }, lifecycleWords.FAILED],
  ])('A4 Stalled has words: %s', (_title, status, want) => {
    expect(get(of(status, true), 'Stalled').message).toBe(want)
  })

  test.each([['a'], ['ö'], ['語'], ['𝄞']])('A4 long words are cut at 1,000 bytes, never within a character: %s', character => {
    const { message } = get(of(wrong(character.repeat(2_000)), true), 'Stalled')
    expect(message).toMatch(new RegExp(`^(?:${character})+…$`, 'u'))
    expect(Buffer.byteLength(message)).toBeGreaterThan(990)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1_000)
    expect(get(of(wrong('b'.repeat(1_000)), true), 'Stalled').message).toBe('b'.repeat(1_000))
  })

  test('an edit that was not begun: not ready, whatever runs', () => {
    const stable = runningStatus({ lifecycleState: 'STABLE' })
    const conditions = conditionsOf({ ...stable, observedGeneration: 4 }, desired, false, t0)
    expect(get(conditions, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'Stable',
      message: 'Generation 5 is not deployed yet',
    })
    expect(get(conditions, 'Reconciling').status).toBe('True')
    const held = conditionsOf({ ...stable, observedGeneration: 4 }, desired, false, t0, null, [], 'ZooKeeper does not answer')
    expect(get(held, 'Reconciling').message).toBe(
      'Generation 5 is not deployed yet. It waits for: ZooKeeper does not answer',
    )
    const stopping = { ...stable, observedGeneration: 4, operation: aSuspend() }
    expect(get(conditionsOf(stopping, desired, false, t0), 'Reconciling').message).toBe(
      'Generation 5 is being deployed: the job is being stopped (SAVEPOINT)',
    )
    // an invalid one is not what is worked towards: Stalled tells it
    expect(get(conditionsOf({ ...stable, observedGeneration: 4 }, { ...desired, generation: 4 }, true, t0), 'Stalled').status).toBe('True')
  })

  test.each(Object.entries(lifecycleWords))(
    'the message of %s does not repeat the state, which stands in the column beside it',
    (state, words) => {
      expect(words).not.toMatch(new RegExp(`\\b${state}\\b`))
      expect(words).toMatch(/^[A-Z]\w+ .*[^.]$/)
    },
  )

  const pausedOf = (status: FlinkDeploymentStatus, stalled = false, observedGeneration = 5): Condition =>
    get(
      conditionsOf(
        { ...status, observedGeneration },
        roundOf({ metadata: { generation: 5, annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } } }).desired,
        stalled,
        t0,
      ),
      'Ready',
    )
  test.each<readonly [string, FlinkDeploymentStatus, boolean, string, string]>([
    ['a job that runs stays Ready', runningStatus({ lifecycleState: 'STABLE' }), false, 'True', 'Paused'],
    ['before the first deployment there is no other condition to see it by', freshStatus, false, 'False', 'Paused'],
    ['an upgrade in progress waits', runningStatus({ lifecycleState: 'UPGRADING' }), false, 'False', 'Paused'],
    ['what a person has to do comes first', wrong('What is wrong.'), true, 'False', 'Error'],
    ['a failed job, too', runningStatus({ lifecycleState: 'FAILED' }), true, 'False', 'Failed'],
  ])('A8 a paused resource shows it in READY and REASON: %s', (_rule, status, stalled, ready, reason) => {
    expect(pausedOf(status, stalled)).toMatchObject({ status: ready, reason })
  })

  test('A8 a paused edit says both', () => {
    const { message } = pausedOf(runningStatus({ lifecycleState: 'STABLE' }), false, 4)
    expect(message).toMatch(/^Paused, the operator changes nothing: annotation .*\. Generation 5 is not deployed yet$/)
  })

  test('at most one is True, ever', () => {
    for (const lifecycleState of ['CREATED', 'SUSPENDED', 'UPGRADING', 'STABLE', 'FAILED'] as const)
      for (const stalled of [true, false])
        expect(of(runningStatus({ lifecycleState }), stalled).filter(({ type, status }) => type !== 'Running' && status === 'True'))
          .toHaveLength(1)
  })

  test('before the first deployment: none, unless something is wrong', () => {
    expect(of(freshStatus)).toEqual([])
    expect(brief(of(freshStatus, true))).toBe('Ready=False/Created Reconciling=False/Created Stalled=True/Error')
  })

  test.each<readonly [string, Operation | null, string]>([
    ['nothing', null, ''],
    ['a stop', aSuspend(), ': the job is being stopped (SAVEPOINT)'],
    ['a cluster that goes after a stop', aSuspend({ step: 'TearDown' }), ': the cluster is being deleted'],
    ['what an attempt finds in its way', aDeploy(), ': the previous cluster is being deleted'],
    ['a first deployment, which has nothing to take away', aDeploy({ purpose: 'FirstDeployment' }), ': the cluster is being created'],
    ['an attempt', aDeploy({ step: 'Create' }), ': the cluster is being created'],
    ['a tear-down', aTearDown(), ': the cluster is being deleted'],
  ])('what is under way is told: %s', (_title, operation, text) => {
    expect(get(of(runningStatus({ lifecycleState: 'UPGRADING', operation })), 'Ready').message).toBe(`${lifecycleWords.UPGRADING}${text}`)
  })
})

describe('times and identity (B71: the time moves only with the status)', () => {
  const before = of(runningStatus({ lifecycleState: 'UPGRADING' }))
  const again = (change: object, now = t0 + 1_000) =>
    of({ ...runningStatus({ lifecycleState: 'UPGRADING', ...change }), conditions: before }, false, now)

  test('new: now', () => {
    expect(before.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(before.map(() => formatInstant(t0)))
  })

  test('P08 nothing changed: the very same list', () => {
    expect(again({})).toBe(before)
  })

  test('another text, same status: the time stays', () => {
    const next = again({ operation: aSuspend() })
    expect(get(next, 'Ready').message).toContain('being stopped')
    expect(get(next, 'Ready').lastTransitionTime).toBe(formatInstant(t0))
    expect(get(next, 'Stalled')).toBe(get(before, 'Stalled'))
  })

  test('another status: the time moves, of this one alone', () => {
    const next = again({ lifecycleState: 'STABLE' })
    expect(get(next, 'Ready')).toMatchObject({ status: 'True', lastTransitionTime: formatInstant(t0 + 1_000) })
    expect(get(next, 'Running').lastTransitionTime).toBe(formatInstant(t0))
  })

  test('another generation is recorded, at the same time', () => {
    const newer = roundOf({ metadata: { generation: 6 } }).desired
    const next = conditionsOf({ ...runningStatus({ lifecycleState: 'UPGRADING' }), conditions: before }, newer, false, t0 + 1_000)
    expect(get(next, 'Ready')).toMatchObject({ observedGeneration: 6, lastTransitionTime: formatInstant(t0) })
  })

  test('another reason is recorded, at the same time', () => {
    expect(get(again({ job: { state: 'RESTARTING' } }), 'Running')).toMatchObject({
      status: 'False',
      lastTransitionTime: formatInstant(t0 + 1_000),
    })
    expect(get(again({ lifecycleState: 'ROLLING_BACK' }), 'Ready')).toMatchObject({
      reason: 'Rolling_back',
      lastTransitionTime: formatInstant(t0),
    })
  })

  test('one that went is dropped', () => {
    expect(again({ job: { state: null } }).map(({ type }) => type)).toEqual(['Ready', 'Reconciling', 'Stalled'])
  })

  test('P08 P12 the order of what was there plays no part: the very same list', () => {
    const status = { ...runningStatus({ lifecycleState: 'UPGRADING' }), conditions: [...before].reverse() }
    expect(of(status, false, t0 + 1_000)).toBe(status.conditions)
  })
})
