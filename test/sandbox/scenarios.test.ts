import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, highAvailability, until, untilStable, untilStatus } from './a-sandbox.ts'
import { apply, checkpointed, count, edit, runningJob, upgradeThroughLostAnswers } from './deployment-calls.ts'

describe('the operator with its real adapters on the sandbox', () => {
  test('a savepoint upgrade goes on from the savepoint', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
    const before = await runningJob(sandbox, 'app')
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    const { status } = await untilStable(sandbox, 'app', 2)
    const state = await sandbox.flinkState('app')
    const savepoint = state.storage.find((stored: { kind: string }) => stored.kind === 'Savepoint')
    const after = await runningJob(sandbox, 'app')
    expect(status.jobStatus.upgradeSavepointPath).toBe(savepoint.path)
    expect(after).toMatchObject({ restoredFrom: savepoint.path })
    expect(savepoint.records).toBeGreaterThanOrEqual(before.records)
    expect(after.records).toBeGreaterThanOrEqual(savepoint.records)
    expect(state.mostAlive).toBe(1)
  })

  test('a stateless upgrade starts from nothing', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app', { upgradeMode: 'stateless' }))
    await untilStable(sandbox, 'app')
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStable(sandbox, 'app', 2)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: null })
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('a last-state upgrade goes on from the HA metadata', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app', { upgradeMode: 'last-state' }, highAvailability))
    await untilStable(sandbox, 'app')
    const before = await checkpointed(sandbox, 'app')
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStable(sandbox, 'app', 2)
    const after = await runningJob(sandbox, 'app')
    expect(after.restoredFrom).toMatch(/\/chk-\d+$/)
    expect(after.jobId).toBe(before.jobId)
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('a JobManager that crashes with high availability comes back by itself, from its last checkpoint', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app', { upgradeMode: 'last-state' }, highAvailability))
    await untilStable(sandbox, 'app')
    const before = await checkpointed(sandbox, 'app')
    await sandbox.chaos('crash-jobmanager', { cluster: 'app' })
    const after = await until('the job to run again', async () => {
      const job = await runningJob(sandbox, 'app')
      return job !== undefined && job.restoredFrom !== null && job
    })
    expect(after.jobId).toBe(before.jobId)
    expect(
      (await sandbox.call('GET', '/api/v1/namespaces/default/pods?labelSelector=component%3Djobmanager')).body.items[0].status
        .containerStatuses[0].restartCount,
    ).toBe(1)
  })

  test('suspend, resume, delete', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
    await edit(sandbox, 'app', { job: { state: 'suspended' } })
    const { status } = await untilStatus(sandbox, 'app', 'SUSPENDED', it => it.lifecycleState === 'SUSPENDED')
    expect(status.jobStatus.upgradeSavepointPath).toMatch(/^file:\/data\/savepoints\/savepoint-/)
    await edit(sandbox, 'app', { job: { state: 'running' } })
    await untilStable(sandbox, 'app', 3)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: status.jobStatus.upgradeSavepointPath })
    await sandbox.call('DELETE', `${deploymentsPath}/app`)
    await until('everything to be gone', async () =>
      (await sandbox.call('GET', `${deploymentsPath}/app`)).status === 404
      && await count(sandbox, '/apis/apps/v1/namespaces/default/deployments') + await count(sandbox, '/api/v1/namespaces/default/pods')
            + await count(sandbox, '/api/v1/namespaces/default/configmaps') + await count(sandbox, '/api/v1/namespaces/default/services')
        === 0)
  })

  test('lost answers and refused writes delay an upgrade and lose nothing', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await upgradeThroughLostAnswers(sandbox, 'app')
    const state = await sandbox.flinkState('app')
    expect(state.storage.filter((stored: { kind: string }) => stored.kind === 'Savepoint')).toHaveLength(1)
    expect(state.mostAlive).toBe(1)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringContaining('/savepoint-') })
  })

  test('an operator that starts anew on a running job leaves it alone', async () => {
    const sandbox = await aSandbox()
    const first = await anOperator(sandbox)
    await apply(sandbox, aFlinkDeployment('app'))
    await untilStable(sandbox, 'app')
    await first.stop()
    const { jobId } = await runningJob(sandbox, 'app')
    const { resourceVersion } = (await sandbox.call('GET', `${deploymentsPath}/app`)).body.metadata
    const second = await anOperator(sandbox)
    await until('a round', () => second.rounds.length > 0)
    await second.settled()
    expect((await sandbox.call('GET', `${deploymentsPath}/app`)).body.metadata.resourceVersion).toBe(resourceVersion)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ jobId })
  })

  test('many resources at once', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    const names = Array.from({ length: 12 }, (_, index) => `app-${index}`)
    for (const name of names) await apply(sandbox, aFlinkDeployment(name))
    for (const name of names) await untilStable(sandbox, name)
    for (const name of names) expect((await sandbox.flinkState(name)).mostAlive).toBe(1)
  })
})
