import { describe, expect, test } from 'vitest'
import { goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, freshStatus, runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, situationOf, statusAfter, written } from '../../../fixtures/round.ts'
import { formatInstant } from '../../crd/instant.ts'
import { pauseAnnotation, pauseOf, retryDelay, retryDelaySince } from './pause.ts'
import { environment } from '../../../fixtures/environment.ts'

const annotated = (value: string): NonNullable<Given['metadata']> => ({ annotations: { [pauseAnnotation]: value } })
const paused = annotated('true')
const later = formatInstant(t0 + 60_000)
const edited = { job: { parallelism: 3 } }

describe('the annotation (safety-properties.md, A8)', () => {
  test.each<readonly [string | null, { readonly until: number | null; readonly isUnderstood: boolean } | null]>([
    [null, null],
    ['false', null],
    ['true', { until: null, isUnderstood: true }],
    [' true ', { until: null, isUnderstood: true }],
    [`until=${later}`, { until: t0 + 60_000, isUnderstood: true }],
    [`until=${formatInstant(t0 + 1)}`, { until: t0 + 1, isUnderstood: true }],
    [`until=${formatInstant(t0)}`, null],
    [`until=${formatInstant(t0 - 60_000)}`, null],
    ['until=tomorrow', { until: null, isUnderstood: false }],
    [later, { until: null, isUnderstood: false }],
    ['True', { until: null, isUnderstood: false }],
    ['', { until: null, isUnderstood: false }],
  ])('%s', (value, want) => {
    const pause = pauseOf({ annotations: value === null ? {} : { [pauseAnnotation]: value }, deletionTimestamp: null }, t0)
    expect(pause && { until: pause.until, isUnderstood: pause.isUnderstood }).toEqual(want)
  })

  test('one that is not understood is told with what was found and what is allowed', () => {
    expect(pauseOf({ annotations: { [pauseAnnotation]: 'yes' }, deletionTimestamp: null }, t0)?.message).toBe(
      `annotation ${pauseAnnotation}: found 'yes', allowed are true, false and until=<time> in the form of ISO 8601`,
    )
  })

  test('a deletion ends it', () => {
    expect(pauseOf({ annotations: { [pauseAnnotation]: 'true' }, deletionTimestamp: t0 }, t0)).toBeNull()
  })
})

describe('paused a paused resource is looked at and left as it is', () => {
  const lost = {
    status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
    facts: goneCluster(),
  } satisfies Given

  test.each<readonly [string, Given]>([
    ['an edit that needs an upgrade', { status: runningStatus(), spec: edited, facts: runningCluster() }],
    ['a first deployment', { status: freshStatus, facts: goneCluster() }],
    ['a stop that is under way', { status: runningStatus({ operation: aSuspend() }), spec: edited, facts: runningCluster() }],
    ['a stop that should have ended long ago', {
      status: runningStatus({ operation: aSuspend({ giveUpAt: t0 - 1_000 }) }),
      spec: edited,
      facts: runningCluster(),
    }],
    ['a deploy that is under way', { status: runningStatus({ operation: aDeploy({ step: 'Create' }) }), facts: goneCluster() }],
    ['a lost JobManager', lost],
    ['a savepoint that is asked for', { status: runningStatus(), spec: { job: { savepointTriggerNonce: 7 } }, facts: runningCluster() }],
    ['no finalizer yet', { status: freshStatus, metadata: { finalizers: [] } }],
  ])('%s: nothing is done', (_title, given) => {
    const now = { ...given, metadata: { ...given.metadata, ...paused } }
    expect(situationOf(now)).toMatchObject({ _tag: 'Paused', row: 'paused' })
    expect(effectsOf(decided(now))).toEqual([])
    const status = statusAfter(now)
    expect(status.operation).toEqual(given.status?.operation)
    expect(status.reconciliationStatus).toEqual(given.status?.reconciliationStatus)
    // and it is the annotation that keeps it
    expect(situationOf(given)._tag).not.toBe('Paused')
  })

  test('what is seen is told', () => {
    const status = runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } })
    expect(statusAfter({ status, metadata: paused, facts: runningCluster() })).toMatchObject({
      jobManagerDeploymentStatus: 'READY',
      jobStatus: { state: 'RUNNING' },
    })
  })

  test('an invalid edit is told', () => {
    expect(statusAfter({ status: runningStatus(), spec: { job: { parallelism: -1 } }, metadata: paused, facts: runningCluster() }).error)
      .toMatch(/parallelism/i)
  })

  test('a deletion goes on', () => {
    expect(
      situationOf({ status: runningStatus(), metadata: { ...paused, deletionTimestamp: formatInstant(t0) }, facts: runningCluster() })._tag,
    ).toBe('Deleting')
  })

  test('with an end it is looked at again then; without, at the reconcile interval', () => {
    const after = (value: string) => decided({ status: runningStatus(), facts: runningCluster(), metadata: annotated(value) }).at(-1)
    expect(after(`until=${formatInstant(t0 + 7_000)}`)).toMatchObject({ _tag: 'Requeue', after: 7_000 })
    expect(after('true')).toMatchObject({
      _tag: 'Requeue',
      after: 60_000,
      waitingFor: `the end of the pause: annotation ${pauseAnnotation} is set`,
    })
  })

  test('P03 once it is over, what was under way goes on where it was', () => {
    const operation = aSuspend({ mode: 'SAVEPOINT', step: 'Requested' })
    const given = { status: runningStatus({ operation }), spec: edited, facts: runningCluster() }
    const { operation: kept } = statusAfter({ ...given, metadata: paused })
    expect(kept).toEqual(operation)
    expect(situationOf({ ...given, status: statusAfter({ ...given, metadata: paused }) })).toMatchObject({
      _tag: 'Suspending',
      operation: { id: operation.id },
    })
  })
})

describe('P01 B105 a child that its owner holds', () => {
  const held = annotated('transition=1')
  test('nothing of it begins, and nothing is told: its owner lets it go a moment later', () => {
    const fresh = { status: freshStatus, metadata: { ...held, finalizers: [] }, facts: goneCluster() } satisfies Given
    expect(situationOf(fresh)).toMatchObject({ _tag: 'Paused', pause: { isHold: true, isUnderstood: true } })
    const actions = decided(fresh)
    expect([effectsOf(actions), eventsOf(actions), statusAfter(fresh).conditions]).toEqual([[], [], []])
    expect(written(actions)).toBeNull()
  })
  test('a deletion ends it', () => {
    expect(pauseOf({ annotations: { [pauseAnnotation]: 'transition=1' }, deletionTimestamp: t0 }, t0)).toBeNull()
  })
})

describe('the condition Paused, and its events', () => {
  const steady = { status: statusAfter({ status: runningStatus(), facts: runningCluster() }), facts: runningCluster() } satisfies Given
  const during = statusAfter({ ...steady, metadata: paused })
  const conditionOf = (status: typeof during) => status.conditions.find(({ type }) => type === 'Paused')
  const reasons = (given: Given) => eventsOf(decided(given)).map(({ reason }) => reason)

  test('it begins: condition and event; Ready keeps its status and its time, and its reason is Paused', () => {
    expect(conditionOf(during)).toMatchObject({ status: 'True', reason: 'Annotation', observedGeneration: 1 })
    const brief = (status: typeof during) =>
      status.conditions.filter(({ type }) => type !== 'Paused').map(it => [it.type, it.status, it.lastTransitionTime])
    expect(brief(during)).toEqual(brief(steady.status))
    expect(during.conditions.find(({ type }) => type === 'Ready')?.reason).toBe('Paused')
    expect(reasons({ ...steady, metadata: paused })).toEqual(['Paused'])
  })

  test('P08 while it lasts nothing is written or told', () => {
    expect(written(decided({ ...steady, status: during, metadata: paused }))).toBeNull()
    expect(reasons({ ...steady, status: during, metadata: paused })).toEqual([])
  })

  test('another value is told once more', () => {
    const other = { ...steady, status: during, metadata: annotated('ture') }
    expect(conditionOf(statusAfter(other))).toMatchObject({ reason: 'UnknownValue', message: expect.stringContaining("'ture'") })
    expect(reasons(other)).toEqual(['Paused'])
  })

  test('it ends: no condition, one event', () => {
    const over = { ...steady, status: during }
    expect(conditionOf(statusAfter(over))).toBeUndefined()
    expect(reasons(over)).toEqual(['PauseEnded'])
  })

  test('it ends by its time', () => {
    const until = annotated(`until=${later}`)
    const status = statusAfter({ ...steady, metadata: until })
    expect(conditionOf(status)).toBeDefined()
    expect(conditionOf(statusAfter({ ...steady, status, metadata: until, facts: runningCluster(t0 + 60_000), now: t0 + 60_000 })))
      .toBeUndefined()
  })

  test('it is told before the first deployment too', () => {
    expect(statusAfter({ status: freshStatus, metadata: paused, facts: goneCluster() }).conditions).toMatchObject([
      { type: 'Ready', status: 'False', reason: 'Paused' },
      { type: 'Reconciling', status: 'True', reason: 'Paused' },
      { type: 'Stalled', status: 'False' },
      { type: 'Paused', status: 'True' },
    ])
  })

  test('with every fact at hand or none it asks for no more than another round would', () => {
    const given = { status: runningStatus(), spec: edited, metadata: paused }
    expect(effectsOf(lookedAndDecided(given, runningCluster()))).toEqual([])
  })
})

describe('pauses between attempts (control-flow.md, section 2.3)', () => {
  test('P17 they are whole milliseconds, whatever the multiplier makes of them: a status with a fraction could not be read again', () => {
    const failures = Array.from({ length: 80 }, (_, count) => retryDelay(environment(t0, {}, count)))
    const times = [0, 1, 73, 5_155, 299_999].map(gone => retryDelaySince(environment(t0 + gone), t0))
    expect([...failures, ...times].filter(pause => !Number.isInteger(pause))).toEqual([])
  })
})
