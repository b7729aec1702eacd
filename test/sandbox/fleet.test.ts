import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { FleetDetails } from '../../packages/operator/src/fleet/fleet-details.ts'
import type { FleetPage } from '../../packages/operator/src/fleet/fleet-page.ts'
import { buildPlanner } from '../../scripts/planner.ts'
import { aFlinkDeployment, anOperator, aSandbox, impatientClock, ran, until, untilStable, untilStatus } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/operator/src/main.ts')

const withPages = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-conf-'))
  const options = ['leader-election.enabled: false', 'planner.enabled: true', 'planner.fleet.enabled: true', 'planner.port: 0']
  writeFileSync(join(folder, 'config.yaml'), options.map(option => `kubernetes.operator.${option}\n`).join(''))
  return folder
}

beforeAll(async () => {
  await buildPlanner(join(root, 'packages/planner/dist/page'))
})

test('N06 the fleet page and top show the same numbers; what is wrong is explained', async () => {
  const sandbox = await aSandbox()
  const operator = await anOperator(sandbox, { folders: { folder: withPages(), overrides: null }, clock: impatientClock })
  const ask = async <A>(path: string): Promise<A> => {
    const answer = await fetch(`http://127.0.0.1:${operator.plannerPort ?? 0}/planner/live/${path}`)
    expect(answer.status).toBe(200)
    return await answer.json() as A
  }
  const rowOf = async (name: string) => (await ask<FleetPage>('fleet')).rows.find(row => row.name === name)

  await apply(sandbox, aFlinkDeployment('orders'))
  await untilStable(sandbox, 'orders')
  const row = await until('Flink was asked for the fleet page', async () => {
    const found = await rowOf('orders')
    return found?.attention === 'Steady' && found.jobs[0]?.restarts != null && found.jobs[0].checkpointAt !== null ? found : null
  })
  const { out } = await ran(process.execPath, ['--conditions=@flink-operator/source', main, 'top', '-o', 'json'], {
    KUBECONFIG: sandbox.kubeconfigFile,
    FLINK_OPERATOR_REST_RESOLUTION: '',
  })
  const [shown] = JSON.parse(out) as readonly Record<string, unknown>[]
  const [job] = row.jobs
  expect(job).toMatchObject({
    job: shown?.['job'],
    parallelism: shown?.['parallelism'],
    restarts: shown?.['restarts'],
    flinkVersion: shown?.['flinkVersion'],
  })
  expect(shown?.['checkpointAt']).toBeGreaterThanOrEqual(job?.checkpointAt ?? Infinity)

  await apply(sandbox, aFlinkDeployment('bad', { parallelism: -2 }))
  await untilStatus(sandbox, 'bad', 'is refused', status => typeof status.error === 'string')
  const bad = await until('the row says what is wrong', async () => {
    const found = await rowOf('bad')
    return found?.attention === 'Person' && found.unblockedBy?.what !== '' ? found : null
  })
  expect(bad.waitsFor).toContain('parallelism')
  expect(bad.unblockedBy?.who).toBe('person')
  const details = await until('a round of this version', async () => {
    const found = await ask<FleetDetails>('details?kind=FlinkDeployment&namespace=default&name=bad')
    return found.explanation === null ? null : found
  })
  expect(details.explanation?.unblockedBy.who).toBe('person')
  expect(details.transitions.at(-1)?.attention).toBe('Person')

  await sandbox.call('DELETE', '/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments/bad')
  await until('it is gone', async () => (await rowOf('bad')) === undefined)
})
