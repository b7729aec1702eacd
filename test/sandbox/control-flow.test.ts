import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  deploymentsPath,
  highAvailability,
  impatientClock,
  onEnd,
  type Parsed,
  type TestSandbox,
  until,
  untilStable,
  untilStatus,
} from './a-sandbox.ts'
import { type Clock, systemClock } from '../../packages/operator/src/clock.ts'
import { apply, checkpointed, count, edit, eventReasons, patch, read, runningJob } from './deployment-calls.ts'

const deployments = '/apis/apps/v1/namespaces/default/deployments'
const pause = 'flinkdeployment.flink.apache.org/pause'

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-test-'))
  onEnd(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The operator's own configuration: it looks at steady jobs, and at this file, each second. */
const configure = (folder: string, ...lines: readonly string[]): void =>
  writeFileSync(
    join(folder, 'config.yaml'),
    ['kubernetes.operator.reconcile.interval: 1 s', 'kubernetes.operator.dynamic.config.check.interval: 1 s', ...lines, ''].join('\n'),
  )

/** A sandbox with one resource that is STABLE, and an operator. */
const started = async (resource: Parsed, folder = aFolder(), clock: Clock = impatientClock): Promise<TestSandbox> => {
  const sandbox = await aSandbox()
  configure(folder)
  await anOperator(sandbox, { folders: { folder, overrides: null }, clock })
  await apply(sandbox, resource)
  await untilStable(sandbox, 'app')
  return sandbox
}

const savepointTaken = async (sandbox: TestSandbox): Promise<string> => {
  await edit(sandbox, 'app', { job: { savepointTriggerNonce: 1 } })
  return until('the savepoint', async () => {
    const { storage } = await sandbox.flinkState('app')
    return (storage.find((it: { kind: string }) => it.kind === 'Savepoint') as { path: string } | undefined)?.path
  })
}

/** The time of a deploy: nothing that was there before is there any more. */
const uidOfDeployment = async (sandbox: TestSandbox): Promise<string | undefined> =>
  (await sandbox.call('GET', `${deployments}/app`)).body.metadata?.uid

describe('what people ask of a resource, with the real adapters on the sandbox', () => {
  test('P10 an invalid edit leaves what runs in care; a good one goes on', async () => {
    const sandbox = await started(aFlinkDeployment('app'))
    const { jobId } = await runningJob(sandbox, 'app')
    await edit(sandbox, 'app', { job: { parallelism: -1 } })
    const { status } = await untilStatus(sandbox, 'app', 'with an error', it => it.error?.includes('parallelism'))
    expect(status).toMatchObject({
      jobStatus: { state: 'RUNNING', jobId },
      conditions: expect.arrayContaining([expect.objectContaining({ type: 'Stalled', status: 'True' })]),
    })
    expect(await eventReasons(sandbox)).toContain('ValidationError')
    await edit(sandbox, 'app', { job: { parallelism: 3 } })
    expect((await untilStable(sandbox, 'app', 3)).status.error ?? null).toBeNull()
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('A8 while it is paused nothing is done for it; then the edit is carried out; a deletion does not wait', async () => {
    const sandbox = await started(aFlinkDeployment('app'))
    const before = await uidOfDeployment(sandbox)
    await patch(sandbox, 'app', { metadata: { annotations: { [pause]: 'true' } } })
    await untilStatus(sandbox, 'app', 'paused', it => it.conditions?.some(({ type }: Parsed) => type === 'Paused'))
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStatus(
      sandbox,
      'app',
      'paused at the edit',
      it => it.conditions?.some(({ type, observedGeneration }: Parsed) => type === 'Paused' && observedGeneration === 2),
    )
    expect(await uidOfDeployment(sandbox)).toBe(before)
    await patch(sandbox, 'app', { metadata: { annotations: { [pause]: null } } })
    await untilStable(sandbox, 'app', 2)
    expect(await uidOfDeployment(sandbox)).not.toBe(before)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringContaining('/savepoint-') })
    await patch(sandbox, 'app', { metadata: { annotations: { [pause]: 'true' } } })
    await sandbox.call('DELETE', `${deploymentsPath}/app`)
    await until(
      'the resource and its cluster to be gone',
      async () => (await sandbox.call('GET', `${deploymentsPath}/app`)).status === 404 && await count(sandbox, deployments) === 0,
    )
  })

  test('a new restartNonce restarts the job from a savepoint', async () => {
    const sandbox = await started(aFlinkDeployment('app'))
    await edit(sandbox, 'app', { restartNonce: 1 })
    await untilStable(sandbox, 'app', 2)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringContaining('/savepoint-') })
  })

  test('4.12 a new savepointRedeployNonce starts from the path that is asked for', async () => {
    const sandbox = await started(aFlinkDeployment('app', { upgradeMode: 'last-state' }, highAvailability))
    const path = await savepointTaken(sandbox)
    await checkpointed(sandbox, 'app')
    await edit(sandbox, 'app', { job: { initialSavepointPath: path, savepointRedeployNonce: 1 } })
    await untilStable(sandbox, 'app', 3)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: path })
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('4.5 the adaptive scheduler takes another parallelism without a restart; an edit that changes nothing is acknowledged', async () => {
    const sandbox = await started(
      aFlinkDeployment('app', {}, { 'jobmanager.scheduler': 'adaptive', 'pipeline.jobvertex-parallelism-overrides': '' }),
    )
    const [uid, { jobId, restoredFrom }] = [await uidOfDeployment(sandbox), await runningJob(sandbox, 'app')]
    await edit(sandbox, 'app', { job: { parallelism: 3 } })
    await untilStable(sandbox, 'app', 2)
    await edit(sandbox, 'app', { job: { initialSavepointPath: 'file:///data/unused' } })
    await untilStable(sandbox, 'app', 3)
    expect(await uidOfDeployment(sandbox)).toBe(uid)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ jobId, restoredFrom })
    expect(await eventReasons(sandbox)).toContain('Scaling')
  })

  test('standalone: upgraded with a savepoint; with the reactive scheduler more TaskManagers need no restart', async () => {
    const sandbox = await started(
      aFlinkDeployment('app', {}, { 'scheduler-mode': 'reactive' }, {
        mode: 'standalone',
        taskManager: { replicas: 1, resource: { memory: '1024m', cpu: 0.5 } },
      }),
    )
    const replicas = async (): Promise<number> => (await sandbox.call('GET', `${deployments}/app-taskmanager`)).body.spec.replicas
    const uid = await uidOfDeployment(sandbox)
    await edit(sandbox, 'app', { taskManager: { replicas: 3 } })
    await untilStable(sandbox, 'app', 2)
    expect([await replicas(), await uidOfDeployment(sandbox)]).toEqual([3, uid])
    await edit(sandbox, 'app', { restartNonce: 1 })
    await untilStable(sandbox, 'app', 3)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringContaining('/savepoint-') })
    expect([await replicas(), (await sandbox.flinkState('app')).mostAlive]).toEqual([3, 1])
  })

  test('an ingress comes, changes and goes without a restart', async () => {
    const sandbox = await started(
      aFlinkDeployment('app', {}, {}, { ingress: { template: '{{name}}.{{namespace}}.example.com', className: 'nginx' } }),
    )
    const uid = await uidOfDeployment(sandbox)
    const ingress = '/apis/networking.k8s.io/v1/namespaces/default/ingresses/app'
    expect((await sandbox.call('GET', ingress)).body.spec).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'app.default.example.com' }],
    })
    await edit(sandbox, 'app', { ingress: { template: 'flink.example.com/{{name}}(/|$)(.*)' } })
    await until('the new host', async () => (await sandbox.call('GET', ingress)).body.spec?.rules?.[0]?.host === 'flink.example.com')
    await edit(sandbox, 'app', { ingress: null })
    await until('no ingress', async () => (await sandbox.call('GET', ingress)).status === 404)
    await untilStable(sandbox, 'app', 3)
    expect(await uidOfDeployment(sandbox)).toBe(uid)
  })

  test('B86 a savepoint on deletion is taken before anything goes', async () => {
    const sandbox = await started(aFlinkDeployment('app', {}, { 'kubernetes.operator.job.savepoint-on-deletion': 'true' }))
    const taken: string[] = []
    await sandbox.call('DELETE', `${deploymentsPath}/app`)
    await until('the resource to be gone', async () => {
      const state = await sandbox.flinkState('app')
      for (const { kind, path } of state?.storage ?? []) if (kind === 'Savepoint') taken.push(path)
      return (await sandbox.call('GET', `${deploymentsPath}/app`)).status === 404
    })
    expect(taken.length).toBeGreaterThan(0)
  })
})

describe('what befalls a cluster, with the real adapters on the sandbox', () => {
  test('4.10/4 L8 with high availability a JobManager Deployment that somebody deleted is made anew, and its job goes on', async () => {
    const sandbox = await started(aFlinkDeployment('app', { upgradeMode: 'last-state' }, highAvailability))
    const [uid, { jobId }] = [await uidOfDeployment(sandbox), await checkpointed(sandbox, 'app')]
    await sandbox.call('DELETE', `${deployments}/app`)
    await until('another Deployment', async () => ![undefined, uid].includes(await uidOfDeployment(sandbox)))
    await untilStable(sandbox, 'app')
    expect(await runningJob(sandbox, 'app')).toMatchObject({ jobId, restoredFrom: expect.stringMatching(/\/chk-\d+$/) })
    expect(await eventReasons(sandbox)).toContain('RecoverDeployment')
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('4.10/5 P01 without high availability nothing is started: a person is asked', async () => {
    const sandbox = await started(aFlinkDeployment('app'))
    await sandbox.call('DELETE', `${deployments}/app`)
    const { status } = await untilStatus(
      sandbox,
      'app',
      'MISSING',
      it => it.jobManagerDeploymentStatus === 'MISSING' && it.error?.includes('Missing JobManager deployment'),
    )
    expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Stalled', status: 'True' }))
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStatus(sandbox, 'app', 'with an error for a person', it => it.error?.includes('Manual restore required'))
    expect(await count(sandbox, deployments)).toBe(0)
  })

  test('a job that failed is told and left; an edit starts it from its last checkpoint', async () => {
    // exceptions are asked for once after a change, when Flink's cache may not show them yet
    const sandbox = await started(aFlinkDeployment('app'), aFolder(), systemClock)
    await checkpointed(sandbox, 'app')
    await sandbox.chaos('fail-job', { cluster: 'app', terminally: true })
    const { status } = await untilStatus(
      sandbox,
      'app',
      'FAILED',
      it => it.lifecycleState === 'FAILED' && it.operatorRecord?.lastState?._tag !== 'Unknown',
    )
    expect(status.error).toContain('the sandbox made the job fail')
    const [reported] = await until('its exception is an event', async () => {
      const { body } = await sandbox.call('GET', '/api/v1/namespaces/default/events')
      const found: Parsed[] = body.items.filter(({ reason }: Parsed) => reason === 'JobException')
      return found.length > 0 && found
    })
    expect(reported.message).toMatch(
      /^org.apache.flink.runtime.JobException: Recovery is suppressed.*\nCaused by: .*the sandbox made the job fail$/,
    )
    expect(reported.metadata.annotations['exception-timestamp']).toMatch(/^\d{4}-.*Z$/)
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStable(sandbox, 'app', 2)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringMatching(/\/chk-\d+$/) })
  })

  test('4.10/1 where it is asked for, a job that failed is started again from its last checkpoint', async () => {
    const sandbox = await started(aFlinkDeployment('app', {}, { 'kubernetes.operator.job.restart.failed': 'true' }))
    await checkpointed(sandbox, 'app')
    const uid = await uidOfDeployment(sandbox)
    await sandbox.chaos('fail-job', { cluster: 'app', terminally: true })
    await until('another Deployment', async () => ![undefined, uid].includes(await uidOfDeployment(sandbox)))
    await untilStable(sandbox, 'app')
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringMatching(/\/chk-\d+$/) })
  })

  test("a change of the operator's configuration counts without a restart", async () => {
    const folder = aFolder()
    const sandbox = await started(aFlinkDeployment('app'), folder)
    await checkpointed(sandbox, 'app')
    await sandbox.chaos('fail-job', { cluster: 'app', terminally: true })
    await untilStatus(sandbox, 'app', 'FAILED', it => it.lifecycleState === 'FAILED' && it.operatorRecord?.lastState?._tag !== 'Unknown')
    configure(folder, 'kubernetes.operator.job.restart.failed: true')
    await untilStable(sandbox, 'app')
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringMatching(/\/chk-\d+$/) })
  })

  test('4.9 a spec that does not become stable is rolled back with its state', async () => {
    const sandbox = await started(aFlinkDeployment('app', { upgradeMode: 'last-state' }, {
      ...highAvailability,
      'kubernetes.operator.deployment.rollback.enabled': 'true',
      'kubernetes.operator.deployment.readiness.timeout': '3 s',
      'kubernetes.operator.deployment.stability.window': '2 s',
    }))
    await checkpointed(sandbox, 'app')
    const uid = await uidOfDeployment(sandbox)
    await edit(sandbox, 'app', { image: 'flink:bad' })
    await until('the new cluster', async () => ![undefined, uid].includes(await uidOfDeployment(sandbox)))
    await until('the bad job to fail', async () => {
      if (await runningJob(sandbox, 'app') === undefined) return false
      await sandbox.chaos('fail-job', { cluster: 'app', terminally: true })
      return true
    })
    const { status, spec } = await untilStatus(
      sandbox,
      'app',
      'ROLLED_BACK',
      it => it.lifecycleState === 'ROLLED_BACK' && it.jobStatus?.state === 'RUNNING',
    )
    expect(spec.image).toBe('flink:bad')
    expect(status.reconciliationStatus.state).toBe('ROLLED_BACK')
    expect((await sandbox.call('GET', `${deployments}/app`)).body.spec.template.spec.containers[0].image).toBe('flink:1.20')
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: expect.stringMatching(/\/chk-\d+$/) })
    await edit(sandbox, 'app', { image: 'flink:good' })
    await untilStable(sandbox, 'app', 3)
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  })

  test('4.10/6 the JobManager of an ended job goes after its time to live; the state of the job is kept in the record', async () => {
    const sandbox = await started(aFlinkDeployment('app', {}, { 'kubernetes.operator.jm-deployment.shutdown-ttl': '2 s' }))
    await checkpointed(sandbox, 'app')
    await sandbox.chaos('fail-job', { cluster: 'app', terminally: true })
    await until('no Deployment', async () => await count(sandbox, deployments) === 0)
    const { status } = await read(sandbox, 'app')
    expect(status.jobStatus).toMatchObject({ state: 'FAILED', upgradeSavepointPath: expect.stringMatching(/\/chk-\d+$/) })
    await edit(sandbox, 'app', { job: { parallelism: 4 } })
    await untilStable(sandbox, 'app', 2)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: status.jobStatus.upgradeSavepointPath })
  })

  test('B26 a suspended job that comes back to life is taken away, and resumed from its savepoint', async () => {
    const sandbox = await started(aFlinkDeployment('app'))
    await edit(sandbox, 'app', { job: { state: 'suspended' } })
    const { status } = await untilStatus(sandbox, 'app', 'SUSPENDED', it => it.lifecycleState === 'SUSPENDED')
    await sandbox.chaos('crash-jobmanager', { cluster: 'app' })
    await until('the stray job to be told', async () => (await eventReasons(sandbox)).includes('OrphanJob'))
    await until('its cluster to be gone', async () => await count(sandbox, deployments) === 0)
    await edit(sandbox, 'app', { job: { state: 'running' } })
    await untilStable(sandbox, 'app', 3)
    expect(await runningJob(sandbox, 'app')).toMatchObject({ restoredFrom: status.jobStatus.upgradeSavepointPath })
  })
})
