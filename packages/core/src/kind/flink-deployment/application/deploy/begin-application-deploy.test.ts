import { describe, expect, test } from 'vitest'
import {
  aStartingPod,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  neverAvailable,
  podTemplateMap,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, situationOf, written } from '../../../../../fixtures/round.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { nothingRecorded } from '../../../../contract/resource/last-state.ts'

/** As the reference operator leaves it: its Deployment is there and can't come up. */
const submitted = (change: StatusChange = {}): FlinkDeploymentStatus =>
  runningStatus({
    jobManagerDeploymentStatus: 'ERROR',
    stable: null,
    ...change,
    job: { ...neverSeenUp.job, upgradeSavepointPath: 's3://b/sp/1', ...change.job },
    record: { attempts: 0, deployedAttempt: null, deployedSource: null, lastState: nothingRecorded, runningSince: null, ...change.record },
    recorded: { used: 'savepoint', ...change.recorded },
  })
const half = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    deployment: known(neverAvailable({ annotations: {} }), t0),
    jobs: unknown('Unreachable', 'no', t0),
    configMaps: known([], t0),
    jobManagerPods: known([aStartingPod({ failedMount: 'MountVolume.SetUp failed: configmap "flink-config-app" not found' })], t0),
    ...change,
  })
const recorded = ({ reconciliationStatus }: FlinkDeploymentStatus) => {
  const read = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
  return read._tag === 'Left' ? expect.fail('no record')
    : { state: read.right.spec.job?.state, mode: read.right.spec.job?.upgradeMode, first: read.right.firstDeployment }
}
const lookedAt = (given: Given): string => situationOf(given)._tag

describe('submit-unfinished L3 the operator before was stopped in the middle of a submit', () => {
  test('nothing ran in it: its Deployment is deleted, only as it was seen (ADR 9), and people are told', () => {
    const actions = lookedAndDecided({ status: submitted() }, half())
    expect(effectsOf(actions)).toEqual(['DeleteObject Deployment app'])
    expect(actions.find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({ resourceVersion: neverAvailable().resourceVersion })
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('RecoverDeployment')
    expect(written(actions)?.operation).toMatchObject({ kind: 'Suspend', mode: 'NOOP', purpose: 'Recovery', restoreMode: 'savepoint' })
  })

  test.each<readonly [string, Given]>([
    ["P14 the ConfigMaps can't be read", { status: submitted(), facts: half({ configMaps: unknown('Timeout', 'late', t0) }) }],
    ['all that a pod mounts is there', { status: submitted(), facts: half({ configMaps: known([flinkConfigMap(null)], t0) }) }],
    ['P01 the JobManager was available once', {
      status: submitted(),
      facts: half({ deployment: known(neverAvailable({ annotations: {}, conditions: [] }), t0) }),
    }],
    ['what is being deleted goes by itself', {
      status: submitted(),
      facts: half({ deployment: known(neverAvailable({ annotations: {}, deleting: true }), t0) }),
    }],
    ['P05 the Deployment was only seen in a cache', {
      status: submitted(),
      facts: half({ deployment: known(neverAvailable({ annotations: {} }), t0, 'cache') }),
    }],
    ['a create that was sent may arrive late', {
      status: submitted(),
      facts: half({
        deployment: known(
          neverAvailable({
            annotations: {},
            creationTimestamp: t0 - 60_000,
            conditions: [{ type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: t0 - 60_000 }],
          }),
          t0,
        ),
      }),
    }],
    ['our own attempts are completed by their record', { status: submitted({ record: { attempts: 1 } }), facts: half() }],
    ['P01 last-state, and HA metadata is not there: a person decides', {
      status: submitted({ recorded: { used: 'last-state' } }),
      facts: half(),
    }],
    ['a job that ended is not started again', {
      status: submitted({ job: { state: 'FINISHED' }, record: { terminalSince: t0 } }),
      facts: half(),
    }],
  ])('not so: %s', (_title, given) => {
    expect(lookedAt(given)).not.toBe('StuckSubmit')
  })

  test.each<readonly [string, Given]>([
    ['the template of TaskManager pods is missing', {
      status: submitted(),
      facts: half({
        configMaps: known([flinkConfigMap(null)], t0),
        jobManagerPods: known([aStartingPod({ failedMount: 'configmap "pod-template-app" not found' })], t0),
      }),
    }],
    ['last-state, and HA metadata is there', {
      status: submitted({ recorded: { used: 'last-state' } }),
      facts: half({ configMaps: known([haConfigMap()], t0) }),
    }],
  ])('so: %s', (_title, given) => {
    expect(lookedAt(given)).toBe('StuckSubmit')
    expect(
      lookedAt({ ...given, facts: { ...given.facts, configMaps: known([haConfigMap(), flinkConfigMap(null), podTemplateMap(null)], t0) } }),
    ).not.toBe('StuckSubmit')
  })
})

describe('L3 once it is gone what was submitted is submitted again', () => {
  const gone = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0), ...change })
  const after = (
    status: StatusChange,
    facts: FlinkDeploymentFacts,
    restoreMode: 'savepoint' | 'stateless' | 'last-state' = 'savepoint',
    spec: SpecChange = {},
  ) => {
    const operation = aSuspend({ mode: 'NOOP', purpose: 'Recovery', step: 'TearDown', restoreMode })
    const done = written(decided({ status: submitted({ operation, record: { attempts: 1 }, ...status }), spec, facts }))
      ?? expect.fail('nothing is written')
    return { done, next: written(lookedAndDecided({ status: done, spec, facts }, facts))?.operation }
  }

  test('from the path of its record', () => {
    const { done, next } = after({}, gone())
    expect(done).toMatchObject({ operation: null, jobManagerDeploymentStatus: 'MISSING', reconciliationStatus: { state: 'UPGRADING' } })
    expect(recorded(done)).toEqual({ state: 'suspended', mode: 'savepoint', first: false })
    expect(next).toMatchObject({ kind: 'Deploy', source: { _tag: 'Path', path: 's3://b/sp/1' } })
  })

  test('B20 a first deployment starts from initialSavepointPath, also a stateless one', () => {
    const { next } = after({ recorded: { used: 'savepoint', firstDeployment: true } }, gone(), 'savepoint', {
      job: { upgradeMode: 'stateless', initialSavepointPath: 's3://b/init' },
    })
    expect(next).toMatchObject({ kind: 'Deploy', purpose: 'FirstDeployment', source: { _tag: 'Path', path: 's3://b/init' } })
  })

  test.each(['stateless', 'savepoint'] as const)('P01 HA metadata of its job means that it ran after all: from there (%s)', used => {
    const { done, next } = after({ recorded: { used, firstDeployment: true } }, gone({ configMaps: known([haConfigMap()], t0) }), used)
    expect(recorded(done)).toEqual({ state: 'suspended', mode: 'last-state', first: false })
    expect(next).toMatchObject({ kind: 'Deploy', source: { _tag: 'LastState' } })
  })
})
