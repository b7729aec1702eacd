import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, operationId, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { name, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { absent, type Fact, known } from '../../contract/fact/fact.ts'
import type { IngressView } from '../../contract/fact/object-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { act, look } from '../../contract/round/decision.ts'
import type { FlinkDeploymentDesired, JobDecision, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { afterDeploy, withIngress } from '../../kind/flink-deployment/deployment-ingress.ts'
import { clusterRows, ownCluster } from '../../kind/flink-deployment/own-cluster.ts'
import { changeIngress } from './keep-ingress.ts'

const rest = { ingress: { template: '{{name}}.x.org' } }
const there = known<IngressView>({ name, uid: 'uid-ingress', ownerUids: [uid], appliedDigest: 'old' }, t0)
const missing: Fact<IngressView> = absent(t0)
const round = (
  ingress: Fact<IngressView> | null,
  status: StatusChange = {},
  more: Given = {},
  desired: Partial<FlinkDeploymentDesired> = {},
): Round => {
  const it = roundOf({
    spec: { rest },
    facts: runningCluster(t0, ingress === null ? {} : { ingress }),
    ...more,
    status: runningStatus({ recorded: { spec: { rest } }, ...status }),
  })
  return { ...it, desired: { ...it.desired, ...desired } }
}
const never = { deployed: { _tag: 'Never' } } as const
const tagsOf = (
  decision: JobDecision,
): readonly string[] => (decision._tag === 'Look' ? ['Look'] : decision.effects.map(({ _tag }) => _tag))
const calm = (it: Round): JobDecision => act(it.observed.status, 'calm')

describe('M-D14 the steady state looks after the ingress', () => {
  test('one that is missing is made, and it is looked again at once', () => {
    const it = round(missing)
    expect(withIngress(it, calm(it))).toMatchObject({ effects: [{ _tag: 'ApplyObject' }], after: 0, reason: 'the ingress is missing' })
  })
  test('it is looked at first', () => {
    const it = round(null)
    expect(withIngress(it, calm(it))).toMatchObject({ _tag: 'Look', why: 'does the ingress match the spec?' })
  })

  const busy = act(runningStatus(), 'busy', { effects: [{ _tag: 'AddFinalizer', finalizer: 'x' }] })
  const looking = look([], 'something else')
  test.each<readonly [string, Round, JobDecision]>([
    ['something else is looked at', round(missing), looking],
    ['something else is done: one effect a round', round(missing), busy],
    ['what is deployed is not known', round(missing, {}, {}, never), act(runningStatus(), 'calm')],
    ['the job is being upgraded', round(missing, { reconciliation: { state: 'UPGRADING' } }), act(runningStatus(), 'calm')],
    ['the job was rolled back', round(missing, { reconciliation: { state: 'ROLLED_BACK' } }), act(runningStatus(), 'calm')],
  ])('%s: the decision is as it was', (_title, it, decision) => {
    expect(withIngress(it, decision)).toBe(decision)
  })
})

describe('8.5 an ingress that is not wanted any more goes before the end of a deploy is recorded', () => {
  const operation = aDeploy({ step: 'Create', jobId })
  const deploying = (change: StatusChange = {}, desired: Partial<FlinkDeploymentDesired> = {}): Round =>
    round(there, { recorded: { state: 'suspended' }, reconciliation: { state: 'UPGRADING' }, operation, ...change }, { spec: {} }, desired)
  const ends = (change: Partial<FlinkDeploymentStatus> = {}, deployedAttempt = operationId): JobDecision => {
    const status = runningStatus()
    return act({ ...status, operation: null, operatorRecord: { ...status.operatorRecord, deployedAttempt }, ...change }, 'it is there')
  }
  test('it goes, and the end is not recorded yet', () => {
    const it = deploying()
    expect(afterDeploy(it, ends())).toMatchObject({ effects: [{ _tag: 'DeleteObject' }], status: { operation } })
  })

  test.each<readonly [string, Round, JobDecision]>([
    ['it looks', deploying(), look([], 'which objects are there?')],
    ['the deploy goes on', deploying(), ends({ operation })],
    ['the deploy is given up: another attempt is what runs', deploying(), ends({}, 'd'.repeat(32))],
    ['what ends is no deploy', deploying({ operation: aSuspend() }), ends()],
    ['nothing is under way', deploying({ operation: null }), ends()],
    ["what was deployed can't be read", deploying({}, { attempt: null }), ends()],
  ])('%s: the decision is as it was', (_title, it, decision) => {
    expect(afterDeploy(it, decision)).toBe(decision)
  })
})

const ingressSituation = (it: Round) => {
  const recorded = ownCluster.recorded(it)
  return recorded === null ? expect.fail('it is not deployed') : clusterRows['ingress-edit'].holds(it, recorded)
}

describe('C-D03 an edit of the ingress alone needs no restart', () => {
  const edited = (status: StatusChange = {}, desired: Partial<FlinkDeploymentDesired> = {}, spec: Given['spec'] = {}): Round =>
    round(there, status, { spec, metadata: { generation: 2 } }, desired)

  test('its rows: it is looked at, then done', () => {
    expect(ingressSituation(round(null, {}, { spec: {} }))).toMatchObject({
      _tag: 'NeedsFacts',
      row: 'ingress-edit/to-query',
      reason: 'does the ingress match the spec?',
    })
    expect(ingressSituation(edited())).toMatchObject({
      _tag: 'IngressDue',
      row: 'ingress-edit/write',
      reason: 'the spec has no ingress any more',
    })
    expect(ingressSituation(round(missing, {}, { spec: {} }))).toMatchObject({ _tag: 'IngressDue', row: 'ingress-edit/nothing' })
  })
  test("changes that mean nothing don't make it more than that", () => {
    const it = edited({}, {}, { job: { savepointTriggerNonce: 4 } })
    expect(it.desired.diff.changes.map(({ path, type }) => [path, type])).toContainEqual(['job.savepointTriggerNonce', 'IGNORE'])
    expect(ingressSituation(it)).toMatchObject({ _tag: 'IngressDue' })
  })

  test.each<readonly [string, Round]>([
    ['something else is changed as well', edited({}, {}, { rest: { image: 'other' } })],
    ['nothing is changed', round(there)],
    ['an operation is under way', edited({ operation: aSuspend() })],
    ['the job is being upgraded', edited({ reconciliation: { state: 'UPGRADING' } })],
    ['D-35 the job was rolled back', edited({ reconciliation: { state: 'ROLLED_BACK' } })],
  ])('%s: something else comes first', (_title, it) => {
    expect(ingressSituation(it)).toBeNull()
  })

  test('seen as it is to be: recorded with the mode that was used, nothing is done', () => {
    const it = edited({ recorded: { spec: { rest }, used: 'last-state' } })
    const due = ingressSituation(it)
    const got = due?._tag === 'IngressDue'
      ? changeIngress(it, { step: { _tag: 'Nothing', reason: 'as it is to be', announce: [] }, reason: 'as it is to be' }, {
        calm: () => expect.fail('there is nothing to wait for'),
        recorded: () => ownCluster.recordRunning(it, due.wanted, due.deployed.reconciled.job.upgradeMode),
        announce: [],
      })
      : expect.fail('the ingress is not due')
    expect([tagsOf(got), got.reason]).toEqual([[], 'as it is to be'])
    expect(got.status).toMatchObject({ observedGeneration: 2 })
    expect(got.status.reconciliationStatus.lastReconciledSpec).toContain('"upgradeMode":"last-state"')
    expect(got.status.reconciliationStatus.lastReconciledSpec).not.toContain('x.org')
  })
})
