import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, highAvailability, onEnd, until, untilStable } from './a-sandbox.ts'
import { apply, eventReasons, runningJob } from './deployment-calls.ts'

const service = '/api/v1/namespaces/default/services/app-rest'

test(
  'F16 the REST Service of a running job is deleted by hand: it is made again, and the same job goes on',
  async () => {
    const sandbox = await aSandbox()
    const folder = mkdtempSync(join(tmpdir(), 'flink-operator-test-'))
    onEnd(async () => {
      rmSync(folder, { recursive: true, force: true })
    })
    writeFileSync(
      join(folder, 'config.yaml'),
      'kubernetes.operator.reconcile.interval: 1 s\nkubernetes.operator.observer.rest-unreachable.timeout: 1 s\n',
    )
    await anOperator(sandbox, { folders: { folder, overrides: null } })
    await apply(sandbox, aFlinkDeployment('app', {}, highAvailability))
    await untilStable(sandbox, 'app')
    const { jobId } = await runningJob(sandbox, 'app')
    const { body: before } = await sandbox.call('GET', service)
    await sandbox.call('DELETE', service)
    const again = await until('the Service is there again', async () => {
      const { status, body } = await sandbox.call('GET', service)
      return status === 200 && body.metadata.uid !== before.metadata.uid ? body : null
    })
    expect(again.metadata.annotations['flinkdeployment.flink.apache.org/attempt']).toBe(
      before.metadata.annotations['flinkdeployment.flink.apache.org/attempt'],
    )
    expect(again.metadata.ownerReferences).toEqual(before.metadata.ownerReferences)
    expect(again.spec.ports).toEqual(before.spec.ports)
    expect(await eventReasons(sandbox)).toContain('RestUnreachable')
    expect((await untilStable(sandbox, 'app')).status.jobStatus).toMatchObject({ jobId, state: 'RUNNING' })
    expect((await sandbox.flinkState('app')).mostAlive).toBe(1)
  },
)
