import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aStartingPod,
  flinkConfigMap,
  haConfigMap,
  neverAvailable,
  podTemplateMap,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { notLookedAt, seenRound } from '../../../../../fixtures/seen-round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { Situation } from '../application-round.ts'
import { clusterRows } from '../../own-cluster.ts'

const before = { attempts: 0, deployedAttempt: null, deployedSource: null, runningSince: null } as const
const half = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    deployment: known(neverAvailable({ annotations: {} }), t0),
    jobs: unknown('Unreachable', 'no', t0),
    configMaps: known([], t0),
    jobManagerPods: known([aStartingPod()], t0),
    ...change,
  })
const found = (facts: FlinkDeploymentFacts, { record, ...status }: StatusChange = {}, spec: SpecChange = {}): Situation | null => {
  const round = seenRound({
    spec,
    facts,
    status: runningStatus({
      jobManagerDeploymentStatus: 'DEPLOYING',
      recorded: { spec, ...status.recorded },
      job: { ...neverSeenUp.job },
      ...status,
      record: { ...before, ...record },
    }),
  })
  const { deployed } = round.desired
  return deployed._tag === 'Deployed' ? clusterRows['submit-unfinished'].holds(round, { deployed }) : expect.fail('it is not deployed')
}
const pods = (...mounts: readonly (string | null)[]): FlinkDeploymentFacts => ({
  jobManagerPods: known(mounts.map(failedMount => aStartingPod({ failedMount })), t0),
})
const template = 'configmap "pod-template-app" not found'
const own = known([flinkConfigMap(null)], t0)

describe('submit-unfinished L3 which submit of the operator before counts as incomplete (docs/adr/0009)', () => {
  test('what it is told as: row, mode of its record and reason', () => {
    expect(found(half())).toEqual({
      _tag: 'StuckSubmit',
      row: 'submit-unfinished',
      mode: 'savepoint',
      reason: 'the previous operator did not finish its submit, and JobManager DEPLOYING never started: the job is submitted again',
    })
  })

  test('P05 ConfigMaps have to be seen first, live', () => {
    expect(found(notLookedAt(half(), 'configMaps'))).toMatchObject({
      _tag: 'NeedsFacts',
      row: 'submit-unfinished',
      queries: [{ _tag: 'ListConfigMaps', freshness: 'watched' }],
    })
    expect(found(half({ configMaps: known([], t0, 'cache') }))?._tag).toBe('NeedsFacts')
  })

  test.each<readonly [string, FlinkDeploymentFacts, boolean]>([
    ['its configuration is missing', half(), true],
    ['its configuration is missing, and its pods were not looked at', notLookedAt(half(), 'jobManagerPods'), true],
    ['its configuration is there', half({ configMaps: own }), false],
    ['its configuration is there, and its pods were not looked at', notLookedAt(half({ configMaps: own }), 'jobManagerPods'), false],
    ['a pod asks for the template, which is missing', half({ configMaps: own, ...pods(template) }), true],
    ['one of its pods asks for the template, which is missing', half({ configMaps: own, ...pods(null, template) }), true],
    [
      'a pod asks for the template, which is there',
      half({ configMaps: known([flinkConfigMap(null), podTemplateMap(null)], t0), ...pods(template) }),
      false,
    ],
    ['a pod asks for something else', half({ configMaps: own, ...pods('configmap "my-own" not found') }), false],
    [
      'a pod asks for the template of another cluster',
      half({ configMaps: own, ...pods('configmap "pod-template-apple" not found') }),
      false,
    ],
    ['only the template is there', half({ configMaps: known([podTemplateMap(null)], t0), ...pods(template) }), true],
    ['its Deployment was not looked at', notLookedAt(half(), 'deployment'), false],
    ["P14 its Deployment can't be read", half({ deployment: unknown('Timeout', 'late', t0) }), false],
    ['its Deployment was available', half({ deployment: known(aDeployment(), t0) }), false],
  ])('%s', (_title, facts, want) => {
    expect(found(facts)?._tag).toBe(want ? 'StuckSubmit' : undefined)
  })

  test.each<readonly [string, StatusChange]>([
    ['an attempt of ours was begun', { record: { attempts: 1 } }],
    ['what is deployed is an attempt of ours', { record: { deployedAttempt: 'a' } }],
    ['it is known what it was started from', { record: { deployedSource: { _tag: 'Empty', reason: '' } } }],
    ['it is being upgraded', { reconciliation: { state: 'UPGRADING' } }],
    ['it is being rolled back', { reconciliation: { state: 'ROLLING_BACK' } }],
    ['its JobManager was READY', { jobManagerDeploymentStatus: 'READY' }],
    ['its job ended', { job: { state: 'FINISHED' } }],
  ])('not so: %s', (_title, status) => {
    expect(found(half(), status)).toBeNull()
  })
})

describe('submit-unfinished P01 from where it is submitted again has to be known', () => {
  const zooKeeper: SpecChange = {
    noHa: true,
    configuration: { 'high-availability.type': 'zookeeper', 'high-availability.storageDir': 's3://b/ha' },
  }
  const there = half({ configMaps: known([haConfigMap()], t0) })
  test.each<readonly [string, FlinkDeploymentFacts, StatusChange, SpecChange, string | undefined]>([
    ['stateless', half(), { recorded: { used: 'stateless' } }, {}, 'stateless'],
    ['savepoint', half(), {}, {}, 'savepoint'],
    ['savepoint, with HA metadata', there, {}, {}, 'savepoint'],
    ['last-state, with HA metadata', there, { recorded: { used: 'last-state' } }, {}, 'last-state'],
    ['last-state without HA metadata: a person decides', half(), { recorded: { used: 'last-state' } }, {}, undefined],
    [
      'H-D09 another HA service: nobody knows whether its job ran',
      half(),
      { recorded: { used: 'savepoint', spec: zooKeeper } },
      zooKeeper,
      undefined,
    ],
    ["P14 ConfigMaps can't be read", half({ configMaps: unknown('Timeout', 'late', t0) }), {}, {}, undefined],
  ])('%s', (_title, facts, status, spec, mode) => {
    const situation = found(facts, status, spec)
    expect(situation?._tag === 'StuckSubmit' ? situation.mode : undefined).toBe(mode)
  })
})
