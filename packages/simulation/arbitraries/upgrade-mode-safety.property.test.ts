import { attempt, facts, jobId, moment, specs, statuses, worldRuns } from '@flink-operator/simulation/arbitraries'
import { operatorOptions } from '@flink-operator/core'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { type AnyKind, checkerEnv, walkWorld } from '@flink-operator/simulation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

type Spec = Parameters<AnyKind['validate']>[0]['spec']

/** An upgrade policy, as a property test of one's own has it: what is decided may be changed. */
type Policy = (actions: readonly FlinkDeploymentAction[]) => readonly FlinkDeploymentAction[]
const ours: Policy = actions => actions

/** "If in doubt, start empty." */
const startEmpty: Policy = actions =>
  actions.map(action => {
    if (action._tag !== 'PersistStatus' || action.status.operation?.kind !== 'Deploy') return action
    return {
      ...action,
      status: { ...action.status, operation: { ...action.status.operation, source: { _tag: 'Empty', reason: 'in doubt' } } },
    }
  })

const env = {
  now: moment,
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  consecutiveFailures: 0,
  hasSnapshotController: false,
}
const meta = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  name: 'app',
  namespace: 'ns',
  uid: 'u',
  generation: 2,
  resourceVersion: '1',
  creationTimestamp: moment - 900_000,
  deletionTimestamp: null,
  finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  labels: {},
  annotations: {},
}

/** Does a deploy that is begun for a stateful job start from nothing, though a path is recorded or HA metadata may be there? */
const losesState = (policy: Policy, spec: Spec, status: FlinkDeploymentStatus, seen: FlinkDeploymentFacts): boolean => {
  const desired = flinkDeploymentKind.validate({ meta, spec, status }, env)
  const actions = policy(flinkDeploymentKind.reconcile(desired, flinkDeploymentKind.observe(desired, { meta, status }, seen, env), env))
  const written = actions.find(action => action._tag === 'PersistStatus')
  const operation = written?._tag === 'PersistStatus' ? written.status.operation : null
  const isStateful = spec.job?.upgradeMode !== 'stateless' && desired.deployed._tag === 'Deployed'
    && desired.deployed.reconciled.spec.job?.upgradeMode !== 'stateless'
  return operation?.kind === 'Deploy' && operation.source._tag === 'Empty' && isStateful && status.jobStatus.upgradeSavepointPath !== null
}

const check = (policy: Policy, numRuns = 1_000) =>
  fc.check(fc.property(specs(), statuses(), facts(), (spec, status, seen) => !losesState(policy, spec, status, seen)), { numRuns })

describe("upgrade-mode safety, as a property test of one's own states it (P01)", () => {
  test('the arbitraries fit each other', () => {
    expect([attempt, jobId].map(it => it.length)).toEqual([32, 32])
    const sampled = fc.sample(fc.tuple(specs(), statuses()), 200)
    expect(new Set(sampled.map(([spec]) => spec.job?.upgradeMode)).size).toBe(3)
    expect(sampled.filter(([spec, status]) => flinkDeploymentKind.validate({ meta, spec, status }, env).invalid === null).length)
      .toBeGreaterThan(100)
  })

  test('the policy of the operator keeps it', () => {
    expect(check(ours).counterexample).toBeNull()
  })

  test('a policy that starts empty in doubt breaks it', () => {
    expect(check(startEmpty).failed).toBe(true)
  })

  test('random runs through simulated worlds keep every property', () => {
    fc.assert(
      fc.property(
        worldRuns(name => /^(?:savepoint|last-state)\/ha\/edit\/(?:calm|rest)$/u.test(name)),
        ({ world, seed }) => walkWorld({ env: checkerEnv }, world, [seed]) === null,
      ),
      { numRuns: 10 },
    )
  })
})
