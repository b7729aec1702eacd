import { describe, expect, test } from 'vitest'
import { aConfigMap, aJob, goneCluster, ofNobody, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, type Given, lookedAndDecided, roundOf, situationOf, written } from '../../../../../fixtures/round.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { lastStateMarker } from '../../../../contract/resource/operation.ts'

const lost: StatusChange = { jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }
const fallbackOff = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }
const edit = (spec: SpecChange, change: StatusChange = {}, generation = 2): Given => ({
  spec,
  metadata: { generation },
  status: runningStatus({ ...lost, recorded: { used: 'last-state' }, ...change }),
})
const fromHa = { _tag: 'LastState', restorePath: lastStateMarker }

const versionEdit: SpecChange = { rest: { flinkVersion: 'v2_0' }, job: { upgradeMode: 'last-state' } }

describe('V02 a lost JobManager is brought back while an edit waits that can not be done without it', () => {
  test('a further edit before anything was sent is asked first', () => {
    const begun = written(lookedAndDecided(edit(versionEdit), goneCluster()))!
    const further = { ...edit({ job: { parallelism: 5 } }, {}, 3), status: begun }
    expect(roundOf(further).desired.attempt?.differs).toBe(true)
    expect(effectsOf(lookedAndDecided(further, goneCluster()))).toEqual([])
  })

  test('P14 HA metadata that can not be read: nothing is started', () => {
    expect(effectsOf(lookedAndDecided(edit(versionEdit), goneCluster(t0, { configMaps: unknown('Timeout', 'late', t0) })))).toEqual([])
  })

  test('P01 without high availability nothing is started', () => {
    const given = edit({ noHa: true, job: { parallelism: 3 }, configuration: fallbackOff }, {
      recorded: { spec: { noHa: true }, used: 'savepoint' },
    })
    const actions = lookedAndDecided(given, goneCluster(t0, { configMaps: known([], t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation ?? null).toBeNull()
  })

  test('an edit that is to be tried again soon is tried first', () => {
    const given = edit({ job: { parallelism: 3 }, configuration: fallbackOff }, { record: { retryAt: t0 + 1 } })
    expect(situationOf({ ...given, facts: goneCluster() })).toMatchObject({ _tag: 'Blocked', row: 'edit/retry-later' })
  })

  test('a job that is being cancelled is not disturbed', () => {
    const status = runningStatus({ job: { state: 'CANCELLING' } })
    const given: Given = { spec: { job: { parallelism: 3 } }, metadata: { generation: 2 }, status }
    const facts = runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) })
    expect(situationOf({ ...given, facts })).toMatchObject({
      _tag: 'Blocked',
      row: 'edit/not-available, upgrade-mode/cancelling',
      holdsUpAll: true,
    })
  })
})

describe('V02 a name that somebody else has holds up the edit alone', () => {
  const standalone: SpecChange = { rest: { podTemplate: { spec: {} } }, job: { parallelism: 3, upgradeMode: 'last-state' } }
  const taken: FlinkDeploymentFacts = {
    names: known([{
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: aConfigMap('pod-template-app').name,
      uid: 'uid-of-theirs',
      deleting: false,
      annotations: {},
      ...ofNobody,
    }], t0),
  }

  test('the JobManager is brought back as it is deployed, and not from empty state', () => {
    const actions = lookedAndDecided(edit(standalone), goneCluster(t0, taken))
    expect(written(actions)?.operation).toMatchObject({ kind: 'Deploy', purpose: 'Recovery', source: fromHa })
  })

  test('P01 also where the edit asks for a stateless start, which is its own', () => {
    const stateless = { ...standalone, job: { parallelism: 3, upgradeMode: 'stateless' } }
    const asked = edit(stateless, { record: { askedMode: 'savepoint' } })
    const actions = lookedAndDecided(asked, goneCluster(t0, taken))
    expect(written(actions)?.operation).toMatchObject({ kind: 'Deploy', purpose: 'Recovery', source: fromHa })
  })

  test('an edit of the ingress alone, whose name is taken', () => {
    const ingress: SpecChange = { rest: { ingress: { template: 'flink.example/{{name}}' } } }
    const theirs: FlinkDeploymentFacts = {
      ingress: known({ name: 'app', uid: 'uid-of-theirs', ownerUids: [], owners: [], appliedDigest: null }, t0),
    }
    const actions = lookedAndDecided(edit(ingress), goneCluster(t0, theirs))
    expect(written(actions)?.operation).toMatchObject({ kind: 'Deploy', purpose: 'Recovery', source: fromHa })
  })
})

test('V02 the operation that was begun beside an edit is outdated by none of it, and by its deletion', () => {
  const operation = aDeploy({
    purpose: 'Recovery',
    step: 'TearDown',
    targetGeneration: 2,
    source: { _tag: 'LastState', restorePath: lastStateMarker, reason: '' },
  })
  const given = edit(versionEdit, { operation })
  expect(roundOf(given).desired.attempt?.differs).toBe(false)
  const deleted = { ...given, metadata: { generation: 3, deletionTimestamp: '2023-11-14T22:13:00Z' } }
  expect(effectsOf(decided({ ...deleted, facts: goneCluster(t0, { deployment: absent(t0) }) }))).not.toContain(
    'CreateObject JobManagerDeployment',
  )
})
