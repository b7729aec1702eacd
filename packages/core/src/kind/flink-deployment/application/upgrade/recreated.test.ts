import { describe, expect, test } from 'vitest'
import {
  aStartingPod,
  deploymentUid,
  flinkConfigMap,
  haConfigMap,
  neverAvailable,
  restService,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { neverSeenUp, runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, type Given, lookedAndDecided, situationOf, written } from '../../../../../fixtures/round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'

const noHa: SpecChange = { noHa: true }
/** `kubectl replace --force`: a Deployment of another uid with the mark of the attempt, whose pod is not up yet. */
const recreated = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    deployment: known(neverAvailable({ uid: 'uid-new' }), t0),
    jobManagerPods: known([aStartingPod()], t0),
    jobs: unknown('Unreachable', 'no', t0),
    configMaps: known([flinkConfigMap()], t0),
    services: known([restService()], t0),
    ...change,
  })
const ran = (spec: SpecChange, used: UpgradeMode, change: StatusChange = {}) =>
  runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' }, recorded: { spec, used }, ...change })
const edited = (spec: SpecChange, job: NonNullable<SpecChange['job']>, status: ReturnType<typeof ran>): Given => ({
  spec: { ...spec, job: { parallelism: 3, ...job } },
  metadata: { generation: 2 },
  status,
})

describe('V01 a job that ran, and whose Deployment somebody made anew, is not taken for one that never ran', () => {
  const modes: readonly UpgradeMode[] = ['savepoint', 'last-state']
  const used: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
  test.each(modes.flatMap(mode => used.flatMap(it => [[mode, it, noHa] as const, [mode, it, {}] as const])))(
    'an edit with %s, deployed with %s: a person is asked, and nothing is done (%j)',
    (upgradeMode, mode, spec) => {
      const actions = lookedAndDecided(edited(spec, { upgradeMode }, ran(spec, mode)), recreated())
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)?.operation).toBeNull()
      expect(errorMessageOf(written(actions)!)).toContain('the operator does not know the last state of the job')
    },
  )

  test('with HA metadata it goes on from that', () => {
    const facts = recreated({ configMaps: known([flinkConfigMap(), haConfigMap()], t0) })
    expect(situationOf({ ...edited({}, {}, ran({}, 'stateless')), facts })).toMatchObject({
      _tag: 'UpgradeDue',
      answer: { suspend: 'LAST_STATE', neverStarted: false },
    })
  })

  test('P14 HA metadata that could not be read is waited for', () => {
    const facts = recreated({ configMaps: unknown('Timeout', 'late', t0) })
    expect(situationOf({ ...edited({}, {}, ran({}, 'stateless')), facts })).toMatchObject({
      _tag: 'Blocked',
      row: 'edit/not-available, stop-without-job/ha-metadata',
    })
  })

  test('a record of an earlier version says nothing of it, whatever the uid: nothing is started empty', () => {
    const status = ran(noHa, 'stateless', { ...neverSeenUp, record: { unstartedDeployment: null } })
    const facts = recreated({ deployment: known(neverAvailable({ uid: deploymentUid }), t0) })
    expect(situationOf({ ...edited(noHa, {}, status), facts })).toMatchObject({
      _tag: 'Blocked',
      row: 'edit/user-decides, stop-without-job/state-lost',
    })
  })

  test.each<readonly [string, NonNullable<SpecChange['job']>, object]>([
    ['stateless', { upgradeMode: 'stateless' }, { mode: 'STATELESS', restoreMode: 'stateless' }],
    ['a redeploy', { savepointRedeployNonce: 7, initialSavepointPath: 's3://b/sp/7' }, {
      mode: 'STATELESS',
      redeploy: { path: 's3://b/sp/7' },
    }],
  ])('what the person is told to do is done: %s', (_title, job, operation) => {
    const blocked = written(lookedAndDecided(edited(noHa, {}, ran(noHa, 'stateless')), recreated()))!
    const actions = lookedAndDecided({ ...edited(noHa, job, blocked), metadata: { generation: 3 } }, recreated())
    expect(written(actions)?.operation).toMatchObject({ kind: 'Suspend', ...operation })
  })

  test('made anew while it is taken away as one that never ran: the operation is dropped', () => {
    const never = runningStatus({ ...neverSeenUp, recorded: { spec: noHa, used: 'stateless' }, stable: null })
    const facts = recreated({ deployment: known(neverAvailable(), t0) })
    const begun = written(decided({ ...edited(noHa, {}, never), facts }))!
    expect(begun.operation).toMatchObject({ kind: 'Suspend', mode: 'NOOP' })
    const status = { ...begun, operation: { ...begun.operation, seenTerminalAt: null } } as typeof begun
    const actions = decided({ ...edited(noHa, {}, status), facts: recreated() })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toBeNull()
  })
})
