import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, onEnd, type Parsed, until, untilStable } from './a-sandbox.ts'
import { apply } from './deployment-calls.ts'

const eventsPath = '/api/v1/namespaces/default/events'

test('E-43 a resource that leaves the selector is told once that nobody looks after it, and how to give it up; one that is deleted is not', async () => {
  const sandbox = await aSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-test-'))
  onEnd(async () => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'config.yaml'), 'kubernetes.operator.label.selector: team=a\n')
  await anOperator(sandbox, { folders: { folder, overrides: null } })
  const labelled = (name: string) => ({ ...aFlinkDeployment(name), metadata: { name, namespace: 'default', labels: { team: 'a' } } })
  await apply(sandbox, labelled('left'))
  await apply(sandbox, labelled('deleted'))
  await untilStable(sandbox, 'left')
  await untilStable(sandbox, 'deleted')

  await sandbox.call('DELETE', `${deploymentsPath}/deleted`)
  await until('it is gone', async () => (await sandbox.call('GET', `${deploymentsPath}/deleted`)).status === 404)
  await sandbox.call('PATCH', `${deploymentsPath}/left`, { metadata: { labels: { team: null } } }, 'application/merge-patch+json')
  const reported = await until('an event tells it', async () => {
    const { body } = await sandbox.call('GET', eventsPath)
    const found: Parsed[] = body.items.filter(({ reason }: Parsed) => reason === 'LeftSelector')
    return found.length > 0 && found
  })
  expect(reported.map(({ involvedObject, count }: Parsed) => [involvedObject.name, count])).toEqual([['left', 1]])
  expect(reported[0].message).toBe(
    "The labels do not match the operator's selector team=a any more: its job or cluster keeps running, but the operator does not reconcile it. To have it reconciled again, put the label back. Its finalizer flinkdeployments.flink.apache.org/finalizer keeps it from being deleted: to take it from the operator, remove that finalizer; its cluster is then yours.",
  )
  await sandbox.call(
    'PATCH',
    `${deploymentsPath}/left`,
    { metadata: { labels: { team: 'a' } }, spec: { restartNonce: 1 } },
    'application/merge-patch+json',
  )
  await untilStable(sandbox, 'left', 2)
})
