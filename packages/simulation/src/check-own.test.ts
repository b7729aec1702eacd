import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { checkOwn, type OwnCheck } from './index.ts'

const spec = (upgradeMode: string, job: object = {}, configuration: object = {}) => ({
  image: 'flink:1.20',
  flinkVersion: 'v1_20',
  serviceAccount: 'flink',
  flinkConfiguration: {
    'execution.checkpointing.interval': '10 s',
    'execution.checkpointing.dir': 's3://b/cp',
    'execution.checkpointing.savepoint-dir': 's3://b/sp',
    ...configuration,
  },
  jobManager: { resource: { memory: '1g', cpu: 1 } },
  taskManager: { resource: { memory: '1g', cpu: 1 } },
  job: { jarURI: 'local:///job.jar', parallelism: 3, upgradeMode, ...job },
})
const ha = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

const checked = (given: Partial<OwnCheck>) => {
  const answer = checkOwn({ spec: spec('stateless'), worlds: name => name.endsWith('/delete/calm'), ...given })
  return E.isRight(answer) ? answer.right : expect.fail(answer.left.path)
}

/** A deletion policy that thinks HA metadata goes best at once. */
const eager = (actions: readonly FlinkDeploymentAction[]): readonly FlinkDeploymentAction[] =>
  actions.map(
    action => (action._tag === 'DeleteObject' || action._tag === 'PatchObject'
      ? {
        _tag: 'DeleteHaMetadata',
        namespace: 'default',
        clusterId: 'app',
        configMaps: [],
        why: 'eager',
      } as unknown as FlinkDeploymentAction : action),
  )

/** A policy that writes down something else. */
const changing =
  (change: (status: FlinkDeploymentStatus) => FlinkDeploymentStatus) =>
  (actions: readonly FlinkDeploymentAction[]): readonly FlinkDeploymentAction[] =>
    actions.map(action => (action._tag === 'PersistStatus' ? { ...action, status: change(action.status) } : action))

describe("checkOwn: one's own spec, options, validator and policy against the properties", () => {
  test('a sound spec in its own worlds: no violation, closed', () => {
    const report = checked({ spec: spec('last-state', {}, ha) })
    expect(report.violations).toEqual([])
    expect(report.worlds.map(({ name, closed }) => [name, closed])).toEqual([['last-state/ha/delete/calm', true]])
    expect(report.states).toBeGreaterThan(20)
  }, 60_000)

  test('a bad deletion policy is told as a story, every step in words', () => {
    const { violations, more } = checked({ spec: spec('last-state', {}, ha), policy: eager, limit: 5_000 })
    expect(violations.map(({ property }) => property)).toContain('P05')
    expect(violations[0]?.lines.length).toBeGreaterThan(0)
    expect(more).toBe(false)
  }, 60_000)

  test('what is told is bounded', () => {
    const { violations, more } = checked({ spec: spec('last-state', {}, ha), policy: eager, limit: 5_000, stories: 0 })
    expect([violations.length, more]).toEqual([0, true])
  }, 60_000)

  test("an error of one's own validator: the spec is not followed, and the resource says why (P06, P10)", () => {
    const message = 'our clusters are small'
    const report = checked({
      worlds: name => name.endsWith('/first-deploy/calm'),
      validator: ({ job }) => ((job?.parallelism ?? 0) > 2 ? [{ severity: 'Error', field: 'job.parallelism', message }] : []),
    })
    expect(report.findings.map(it => it.message)).toContain(message)
    expect(report.violations).toEqual([])
    expect(report.states).toBeLessThan(checked({ worlds: name => name.endsWith('/first-deploy/calm') }).states)
  }, 60_000)

  test("options that there are not, or that can't be read, are told", () => {
    const options = {
      'kubernetes.operator.deployment.stability.windw': '2 min',
      'kubernetes.operator.deployment.readiness.timeout': 'soon',
      'execution.checkpointing.timeout': 'later',
      'kubernetes.operator.reconcile.interval': '30 s',
      'kubernetes.operator.default-configuration.namespace.a.x': 'y',
      'kubernetes.operator.metrics.reporter.x.class': 'Y',
      'state.backend.type': 'rocksdb',
    }
    expect(checked({ options, worlds: () => false }).findings.map(({ severity, field, message }) => `${severity} ${field}: ${message}`))
      .toEqual([
        expect.stringMatching(/^Error options\.kubernetes\.operator\.deployment\.readiness\.timeout: .*soon/),
        expect.stringMatching(/^Error options\.execution\.checkpointing\.timeout: .*later/),
        'Error options.kubernetes.operator.deployment.stability.windw: the operator has no such option, so nothing of it is checked',
      ])
  })

  test("a spec that can't be decoded names its field", () => {
    expect(checkOwn({ spec: { job: { parallelism: 'x' } } })).toMatchObject(E.left({ path: 'spec.job.parallelism', found: '"x"' }))
  })

  test('a stability window of two minutes is waited for: nothing is stuck (P06)', () => {
    const report = checked({
      spec: spec('stateless', {}, { 'kubernetes.operator.deployment.stability.window': '2 min' }),
      worlds: name => name.endsWith('/first-deploy/calm'),
    })
    expect(report.violations).toEqual([])
    expect(report.worlds.map(({ name, closed }) => [name, closed])).toEqual([['stateless/no-ha/first-deploy/calm', true], [
      'stateless/no-ha/first-deploy/calm/in-steps-of-40-s',
      true,
    ]])
    expect(report.indistinguishable.map(({ what }) => what)).toContain('times up to 16 s, in steps of 5 s')
  }, 120_000)

  const forgetsPath = (purpose: string) =>
    changing(status => (status.operation?.purpose === purpose ? {
      ...status,
      jobStatus: { ...status.jobStatus, upgradeSavepointPath: null },
      operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'None' as const, reason: 'mutant' } },
      reconciliationStatus: {
        ...status.reconciliationStatus,
        lastReconciledSpec:
          status.reconciliationStatus.lastReconciledSpec?.replace('"upgradeMode":"savepoint"', '"upgradeMode":"stateless"') ?? null,
      },
    } : status))
  const startsEmpty = (purpose: string) =>
    changing(status => (status.operation?.kind === 'Deploy' && status.operation.purpose === purpose
      ? {
        ...status,
        operation: {
          ...status.operation,
          source: { _tag: 'Empty', reason: 'mutant', left: { _tag: 'None', reason: 'a user asked for it' } },
        },
      } : status)
    )

  test.each<readonly [string, Partial<OwnCheck>, string]>([
    [
      'forgets the last savepoint when the JobManager goes after its time to live',
      {
        spec: spec('savepoint', {}, { ...ha, 'kubernetes.operator.jm-deployment.shutdown-ttl': '1 min' }),
        worlds: name => name.endsWith('/suspend-resume/calm'),
        policy: forgetsPath('ShutdownTtl'),
      },
      'in-steps-of-20-s',
    ],
    [
      'rolls back empty after a readiness timeout of two minutes',
      {
        spec: spec('last-state', {}, {
          ...ha,
          'kubernetes.operator.deployment.rollback.enabled': 'true',
          'kubernetes.operator.deployment.readiness.timeout': '2 min',
        }),
        worlds: name => name.endsWith('/edit/calm'),
        policy: startsEmpty('Rollback'),
      },
      'in-steps-of-40-s',
    ],
  ])('a policy that %s is caught only by worlds that look so far (P01)', (_title, given, steps) => {
    const { worlds, violations } = checked(given)
    expect(worlds.map(({ name, violations: count }) => [name.split('/').at(-1), count > 0])).toEqual([['calm', false], [steps, true]])
    expect(violations.map(({ property }) => property)).toContain('P01')
  }, 240_000)

  test('what was not looked at is told: long defaults, the pause between looks, worlds that were cut off', () => {
    const { indistinguishable } = checked({ options: { 'kubernetes.operator.reconcile.interval': '1 min' }, limit: 5 })
    expect(indistinguishable.map(({ what, millis }) => [what, millis])).toEqual(expect.arrayContaining([
      ['kubernetes.operator.jm-deployment.shutdown-ttl', 86_400_000],
      ['kubernetes.operator.reconcile.interval', 60_000],
      ['times up to 16 s, in steps of 5 s', 16_000],
    ]))
  })
})
