import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { aTearDown, runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  queriesOf,
  requeueOf,
  reread,
  situationOf,
  written,
} from '../../../../../fixtures/round.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { arrivalPatience } from '../../../../job/scale/requested-scaling.ts'
import { scalingPatience } from '../../../../job/scale/scaling-edit.ts'

const vertexA = '0'.repeat(31) + 'a'
const vertexB = '0'.repeat(31) + 'b'
const adaptive = (overrides: string | null, more: SpecChange = {}): SpecChange => ({
  ...more,
  configuration: {
    'jobmanager.scheduler': 'Adaptive',
    ...(overrides === null ? {} : { 'pipeline.jobvertex-parallelism-overrides': overrides }),
    ...more.configuration,
  },
})

const edited = (before: SpecChange, after: SpecChange, more: Given = {}): Given => ({
  spec: after,
  metadata: { generation: 2 },
  status: runningStatus({ recorded: { spec: before } }),
  ...more,
})

const world = (upperA: number, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    resourceRequirements: known({ [vertexA]: { lower: 1, upper: upperA }, [vertexB]: { lower: 1, upper: 2 } }, t0),
    ...change,
  })

const scaleUp = edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`))

describe('in-place scaling of a native cluster (control-flow.md, section 4.5)', () => {
  test('the bounds are put to the running job, and nothing is recorded before they are seen', () => {
    const actions = lookedAndDecided(scaleUp, world(2))
    expect(effectsOf(actions)).toEqual(['UpdateResourceRequirements'])
    expect(actions.find(({ _tag }) => _tag === 'UpdateResourceRequirements')).toMatchObject({
      bounds: { [vertexA]: { lower: 1, upper: 4 }, [vertexB]: { lower: 1, upper: 2 } },
    })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['SpecChanged', 'Scaling'])
    expect(eventsOf(actions).at(-1)).toMatchObject({ type: 'Normal', component: 'Job', message: 'In-place scaling triggered' })
    expect(written(actions)?.observedGeneration ?? 1).toBe(1)
  })

  test('P16 the autoscaler changes the spec again and again in one generation: each decision is told, and once', () => {
    const on = { configuration: { 'job.autoscaler.enabled': 'true' } }
    const keyAt = (upper: number, seen: number): unknown => {
      const decision = edited(adaptive(`${vertexA}:2`, on), adaptive(`${vertexA}:${upper}`, on), { metadata: { generation: 1 } })
      const told = lookedAndDecided(decision, world(seen, { autoscalerState: absent(t0) }))
      return eventsOf(told).find(({ reason }) => reason === 'SpecChanged')?.key
    }
    expect(keyAt(4, 2)).toBe(keyAt(4, 4))
    expect(keyAt(4, 2)).not.toBe(keyAt(6, 2))
  })

  test('seen scaled: the new spec is recorded, observedGeneration moves, the job is left alone', () => {
    const actions = lookedAndDecided(scaleUp, world(4))
    expect(effectsOf(actions)).toEqual([])
    const status = written(actions)
    expect(status).toMatchObject({
      observedGeneration: 2,
      reconciliationStatus: { state: 'DEPLOYED' },
      jobStatus: { state: 'RUNNING' },
      jobManagerDeploymentStatus: 'READY',
      operation: null,
    })
    const recorded = decodeRecordedSpec(status?.reconciliationStatus.lastReconciledSpec ?? '')
    expect(recorded).toMatchObject({
      right: {
        spec: {
          flinkConfiguration: { 'pipeline.jobvertex-parallelism-overrides': `${vertexA}:4` },
          job: { state: 'running', upgradeMode: 'savepoint' },
        },
      },
    })
  })

  test('while the rescale is under way (tasks are restarted) it counts as done: nobody waits for slots (B101)', () => {
    const restarting = world(4, { jobs: known([aJob('RUNNING', { tasks: { total: 4, running: 0, finished: 0 } })], t0) })
    expect(written(lookedAndDecided(scaleUp, restarting))?.observedGeneration).toBe(2)
  })

  test('one look more than without: requirements come with the other details of the job', () => {
    expect(queriesOf(decided({ ...scaleUp, facts: runningCluster() }))).toEqual(['GetResourceRequirements'])
  })

  test('P14 unknown requirements: the edit waits, the job is not restarted', () => {
    const actions = lookedAndDecided(scaleUp, world(2, { resourceRequirements: unknown('Timeout', 'late', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ waitingFor: 'the resource requirements of the job', after: 10_000 })
  })

  describe('B101 the wait is bounded', () => {
    const unobservable: FlinkDeploymentFacts = world(2, { resourceRequirements: unknown('Timeout', 'late', t0) })
    const waiting = (since: number | null, more: StatusChange = {}): FlinkDeploymentStatus =>
      runningStatus({ recorded: { spec: adaptive(`${vertexA}:2`) }, ...more, record: { scalingBlindSince: since, ...more.record } })
    const overdue = t0 - scalingPatience

    test('its beginning is written down once, and survives the status; the rounds after it write nothing', () => {
      const status = written(lookedAndDecided(scaleUp, unobservable)) ?? expect.fail('nothing is written')
      expect(reread(status).operatorRecord.scalingBlindSince).toBe(t0)
      expect(lookedAndDecided({ ...scaleUp, status, now: t0 + 10_000 }, unobservable).map(({ _tag }) => _tag)).toEqual(['Requeue'])
    })

    test('a moment before its end the job is left alone', () => {
      expect(effectsOf(lookedAndDecided({ ...scaleUp, status: waiting(overdue + 1) }, unobservable))).toEqual([])
    })

    test.each([['savepoint', 'SAVEPOINT'], ['last-state', 'LAST_STATE'], ['stateless', 'STATELESS']] as const)(
      'then it is an upgrade, stateful as it is configured: %s',
      (upgradeMode, mode) => {
        const actions = lookedAndDecided(
          { ...scaleUp, spec: adaptive(`${vertexA}:4`, { job: { upgradeMode } }), status: waiting(overdue) },
          unobservable,
        )
        expect(written(actions)).toMatchObject({
          operation: { kind: 'Suspend', purpose: 'Upgrade', mode },
          operatorRecord: { scalingBlindSince: null },
        })
        expect(actions.find(({ _tag }) => _tag === 'PersistStatus')).toMatchObject({
          reason: expect.stringContaining(
            'the operator gives up scaling in place after 5 min, the resource requirements of the job could not be read: late',
          ) as unknown,
        })
        expect(eventsOf(actions)).toMatchObject([{ reason: 'SpecChanged' }, {
          type: 'Warning',
          reason: 'Scaling',
          repeat: 'Once',
          message: expect.stringMatching(/late: the job is upgraded instead$/) as unknown,
        }, { reason: 'Suspended' }])
      },
    )

    test('an upgrade that is not possible either says both, and does not begin to wait anew', () => {
      const given = { ...scaleUp, status: waiting(overdue, { record: { retryAt: t0 + 1_000 } }) }
      expect(situationOf({ ...given, facts: unobservable })).toMatchObject({
        _tag: 'Blocked',
        row: 'edit/retry-later',
        reason: expect.stringContaining('the operator gives up scaling in place') as unknown,
      })
      expect(written(lookedAndDecided(given, unobservable))?.operatorRecord.scalingBlindSince).toBe(overdue)
    })

    test('what it waits for is seen after all: scaled in place', () => {
      expect(effectsOf(lookedAndDecided({ ...scaleUp, status: waiting(overdue) }, world(2)))).toEqual(['UpdateResourceRequirements'])
    })

    test.each<readonly [string, Given, FlinkDeploymentFacts]>([
      ['it can be scaled', scaleUp, world(2)],
      ['it is scaled', scaleUp, world(4)],
      ['the edit is taken back', { ...scaleUp, spec: adaptive(`${vertexA}:2`) }, world(2)],
      ['the edit changes more by now', { ...scaleUp, spec: adaptive(`${vertexA}:4`, { rest: { image: 'other' } }) }, unobservable],
      ['the job is to be suspended', { ...scaleUp, spec: adaptive(`${vertexA}:2`, { job: { state: 'suspended' } }) }, unobservable],
    ])('P19 nothing is left of it where %s', (_title, given, facts) => {
      expect(written(lookedAndDecided({ ...given, status: waiting(t0 - 1_000) }, facts))?.operatorRecord.scalingBlindSince).toBeNull()
    })
  })

  test('job parallelism is taken in place where every vertex follows it', () => {
    const given = edited(adaptive(null), adaptive(null, { job: { parallelism: 5 } }))
    expect(lookedAndDecided(given, world(2)).find(({ _tag }) => _tag === 'UpdateResourceRequirements')).toMatchObject({
      bounds: { [vertexA]: { upper: 5 }, [vertexB]: { upper: 5 } },
    })
  })

  test('IGNORE edit: no call, no restart, observedGeneration moves', () => {
    const actions = lookedAndDecided(
      edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:2`, { job: { savepointTriggerNonce: null, upgradeMode: 'last-state' } })),
      world(9),
    )
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.observedGeneration).toBe(2)
  })

  test.each([
    [
      'turned off',
      edited(
        adaptive(`${vertexA}:2`),
        adaptive(`${vertexA}:4`, { configuration: { 'kubernetes.operator.job.upgrade.inplace-scaling.enabled': 'false' } }),
      ),
      world(2),
    ],
    [
      'the default scheduler',
      edited({ configuration: { 'pipeline.jobvertex-parallelism-overrides': `${vertexA}:2` } }, {
        configuration: { 'pipeline.jobvertex-parallelism-overrides': `${vertexA}:4` },
      }),
      world(2),
    ],
    ['the edit also changes the image', edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`, { rest: { image: 'other' } })), world(2)],
    ['the job has no requirements', scaleUp, world(2, { resourceRequirements: absent(t0) })],
    ['all overrides are taken away', edited(adaptive(`${vertexA}:2`), adaptive(null)), world(2)],
    ['a vertex has a parallelism of its own', edited(adaptive(null), adaptive(null, { job: { parallelism: 5 } })), world(1)],
  ])('%s: an upgrade', (_title, given, facts) => {
    expect(situationOf({ ...given, facts })).toMatchObject({ _tag: 'UpgradeDue' })
  })

  test.each(
    [
      ['UPGRADING', { reconciliation: { state: 'UPGRADING' } }],
      ['ROLLING_BACK', { reconciliation: { state: 'ROLLING_BACK' } }],
      ['ROLLED_BACK', { reconciliation: { state: 'ROLLED_BACK' } }],
      ['an operation is under way', { operation: aTearDown() }],
    ] as const,
  )('D-26 %s: never scaled', (_title, change) => {
    const status = runningStatus({ recorded: { spec: adaptive(`${vertexA}:2`) }, ...change })
    expect(situationOf({ ...scaleUp, status, facts: world(2) })._tag).not.toBe('ScaleDue')
  })
})

describe('in-place scaling of a standalone cluster in reactive mode (M-D07)', () => {
  const reactive = (parallelism: number, mode = 'reactive'): SpecChange => ({
    job: { parallelism },
    configuration: { 'scheduler-mode': mode },
    rest: { mode: 'standalone' },
  })
  const taskManagers = (wantedReplicas: number) => known(aDeployment({ name: 'app-taskmanager', uid: 'uid-tm', wantedReplicas }), t0)
  const given = edited(reactive(1), reactive(3))

  test('the replicas of the TaskManager Deployment are patched by uid, after a write that proves the read', () => {
    const actions = lookedAndDecided(given, runningCluster(t0, { taskManagerDeployment: taskManagers(1) }))
    expect(actions[0]?._tag).toBe('PersistStatus')
    expect(actions.find(({ _tag }) => _tag === 'PatchObject')).toMatchObject({
      target: { kind: 'Deployment', name: 'app-taskmanager', uid: 'uid-tm' },
      patch: { spec: { replicas: 3 } },
    })
    expect(written(actions)?.observedGeneration).toBe(1)
  })

  test('seen patched: recorded; the same number is not sent again', () => {
    const actions = lookedAndDecided(given, runningCluster(t0, { taskManagerDeployment: taskManagers(3) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.observedGeneration).toBe(2)
  })

  test("B101 a TaskManager Deployment that can't be read is not waited for without end", () => {
    const unobservable = runningCluster(t0, { taskManagerDeployment: unknown('Timeout', 'late', t0) })
    const status = (since: number) => runningStatus({ recorded: { spec: reactive(1) }, record: { scalingBlindSince: since } })
    expect(requeueOf(lookedAndDecided(given, unobservable))).toMatchObject({
      waitingFor: 'the Kubernetes API to return the TaskManager Deployment',
    })
    expect(situationOf({ ...given, status: status(t0 - scalingPatience + 1), facts: unobservable })._tag).toBe('ScaleDue')
    expect(situationOf({ ...given, status: status(t0 - scalingPatience), facts: unobservable })._tag).toBe('UpgradeDue')
  })

  test('P03 W47 what is asked for is recorded first; an edit that is taken back before it is observed is taken back', () => {
    const sent = written(lookedAndDecided(given, runningCluster(t0, { taskManagerDeployment: taskManagers(1) })))
    expect(sent?.operatorRecord.requestedScaling).toEqual({ overrides: null, parallelism: null, taskManagers: 3, sentAt: t0 })
    if (sent == null) expect.fail('nothing is written')
    const back: Given = { spec: reactive(1), metadata: { generation: 3 }, status: reread(sent) }
    const arrived = runningCluster(t0, { taskManagerDeployment: taskManagers(3) })
    expect(situationOf({ ...back, facts: arrived })).toMatchObject({ row: 'scaling-unrecorded', isShown: true })
    const recorded = written(lookedAndDecided(back, arrived)) ?? expect.fail('nothing is written')
    expect(recorded.operatorRecord.requestedScaling).toBe(null)
    const next = { ...back, status: reread(recorded) }
    expect(lookedAndDecided(next, arrived).find(({ _tag }) => _tag === 'PatchObject')).toMatchObject({ patch: { spec: { replicas: 1 } } })
  })

  test('P14 W47 the patch may still arrive: nothing is forgotten before, or while the Deployment is unknown', () => {
    const requestedScaling = { overrides: null, parallelism: null, taskManagers: 3, sentAt: t0 - arrivalPatience + 1 }
    const after = (sentAt: number, deployment: Exclude<FlinkDeploymentFacts['taskManagerDeployment'], undefined>) =>
      written(
        lookedAndDecided({
          spec: reactive(1),
          metadata: { generation: 3 },
          status: runningStatus({ recorded: { spec: reactive(1) }, record: { requestedScaling: { ...requestedScaling, sentAt } } }),
        }, runningCluster(t0, { taskManagerDeployment: deployment })),
      )?.operatorRecord.requestedScaling
    expect(after(t0 - arrivalPatience + 1, taskManagers(1))).not.toBe(null)
    expect(after(t0 - arrivalPatience, unknown('Timeout', 'late', t0))).not.toBe(null)
    expect(after(t0 - arrivalPatience, taskManagers(1))).toBe(null)
    expect(after(t0 - arrivalPatience, absent(t0))).toBe(null)
  })

  test('not reactive: an upgrade', () => {
    expect(situationOf({ ...edited(reactive(1, 'default'), reactive(3, 'default')), facts: runningCluster() })._tag).toBe('UpgradeDue')
  })
})
