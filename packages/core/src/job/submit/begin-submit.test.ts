import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../fixtures/a-session-job.ts'
import type { RunJar } from '../../contract/action/run-jar.ts'
import { isJobIdOf } from '../../contract/resource/mint-id.ts'

const named = 's3://b/init'

/** As it was begun: nothing is sent yet. */
const begun = (change: SessionJobChange = {}): SessionWorld => {
  const world = new SessionWorld(change)
  for (let i = 0; i < 10 && world.status.operation === null; i += 1) world.rounds(1)
  return world
}

const recordedOf = ({ status: { reconciliationStatus: { lastReconciledSpec } } }: SessionWorld): string => lastReconciledSpec ?? ''

describe('a submit is begun: all of it is written down in one write, and nothing is sent (P03, E-11, E-56)', () => {
  test('from a path: the attempt, its id, its source, and that nothing is started yet', () => {
    const world = begun({ job: { initialSavepointPath: named } })
    const { operation } = world.status
    expect(world.status).toMatchObject({
      operation: { kind: 'Submit', step: 'Upload', purpose: 'FirstDeployment', sentAt: null, incarnation: null, source: { path: named } },
      jobStatus: { upgradeSavepointPath: named },
      operatorRecord: { lastState: { _tag: 'NeverStarted' }, attempts: 1 },
      reconciliationStatus: { state: 'UPGRADING' },
      observedGeneration: 1,
    })
    expect(isJobIdOf(world.resource.meta.uid, operation?.jobId ?? '')).toBe(true)
    expect(recordedOf(world)).toContain('"state":"suspended"')
    expect(recordedOf(world)).toContain('"firstDeployment":true')
    expect(world.effects('UploadJar', 'RunJar')).toEqual([])
  })

  test('from nothing: no path is named', () => {
    expect(begun().status).toMatchObject({ operation: { source: { _tag: 'Empty' } }, jobStatus: { upgradeSavepointPath: null } })
  })

  test('an upgrade: another id, the state that was read, and no first deployment any more', () => {
    const world = new SessionWorld().rounds(20)
    const first = world.status.jobStatus.jobId
    world.edit({ job: { parallelism: 4 } })
    for (let i = 0; i < 20 && world.status.operation?.kind !== 'Submit'; i += 1) world.rounds(1)
    const { operation, jobStatus, operatorRecord } = world.status
    expect(operation).toMatchObject({ purpose: 'Upgrade', source: { _tag: 'Path', path: jobStatus.upgradeSavepointPath } })
    expect(operatorRecord.lastState).toMatchObject({ _tag: 'Path', path: jobStatus.upgradeSavepointPath })
    expect(operation?.jobId).not.toBe(first)
    expect(recordedOf(world)).not.toContain('"firstDeployment":true')
  })

  test('F07 a redeploy records its nonce as done; another start leaves it as it was', () => {
    const world = new SessionWorld().rounds(20).edit({ job: { initialSavepointPath: named, savepointRedeployNonce: 7 } })
    for (let i = 0; i < 20 && world.status.operation?.kind !== 'Submit'; i += 1) world.rounds(1)
    expect(world.status.operation).toMatchObject({ purpose: 'SavepointRedeploy', source: { path: named } })
    expect(recordedOf(world)).toContain('"savepointRedeployNonce":7')
  })

  test('what is lost is submitted again: the record stays, and is not that of an edit', () => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true })).rounds(20)
    const before = recordedOf(world)
    world.restart()
    for (let i = 0; i < 20 && world.status.operation?.kind !== 'Submit'; i += 1) world.rounds(1)
    expect(world.status.operation).toMatchObject({ purpose: 'Recovery', source: { _tag: 'Empty' } })
    expect([recordedOf(world), world.status.reconciliationStatus.state]).toEqual([before, 'DEPLOYED'])
    world.rounds(10)
    expect([recordedOf(world), world.status.reconciliationStatus.state]).toEqual([before, 'DEPLOYED'])
  })
})

describe('the request that runs a jar (session-snapshot-bluegreen.md, section 2.5/5)', () => {
  const requestOf = (change: SessionJobChange, version = 'v1_20'): RunJar | undefined =>
    new SessionWorld(change, aSession({ rest: { flinkVersion: version } })).rounds(10).done.find((it): it is RunJar => it._tag === 'RunJar')

  test('what the spec says, by its own fields', () => {
    const job = {
      entryClass: 'org.example.Main',
      args: ['--a', 'b'],
      parallelism: 3,
      allowNonRestoredState: true,
      initialSavepointPath: named,
    }
    expect(requestOf({ job })).toMatchObject({
      entryClass: 'org.example.Main',
      args: ['--a', 'b'],
      parallelism: 3,
      allowNonRestoredState: true,
      savepointPath: named,
      flinkVersion: 'v1_20',
    })
  })

  test('what it does not say', () => {
    expect(requestOf({})).toMatchObject({ entryClass: null, savepointPath: null, allowNonRestoredState: false })
  })

  test.each(['v1_20', 'v2_0'])('the version is that of the cluster: %s', version => {
    expect(requestOf({}, version)).toMatchObject({ flinkVersion: version })
  })

  test("the job's configuration goes with it, without what is the operator's, the id, or where it is restored from", () => {
    const request = requestOf({
      rest: {
        flinkConfiguration: {
          'pipeline.max-parallelism': '64',
          'kubernetes.operator.savepoint.history.max.count': '3',
          '$internal.pipeline.job-id': 'f'.repeat(32),
          'execution.savepoint.path': 's3://b/wrong',
          'execution.state-recovery.path': 's3://b/wrong',
        },
      },
    })
    const keys = Object.keys(request?.configuration ?? {})
    expect(request?.configuration).toMatchObject({ 'pipeline.max-parallelism': '64', 'pipeline.name': 'wordcount' })
    expect(keys.filter(key => key.startsWith('kubernetes.operator.') || key.startsWith('$internal.pipeline'))).toEqual([])
    expect(keys).not.toContain('execution.savepoint.path')
    expect(keys).not.toContain('execution.state-recovery.path')
  })
})
