import { basename } from 'node:path'
import { paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { keepsRunning } from './keeps-running.ts'
import { inStatus } from './periodic-savepoints.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

interface Hands {
  readonly application: Application
  operator: OperatorProcess
}

/**
 * The savepoint of the suspend is moved by hand from `upgradeSavepointPath` to `lastSavepoint`, the operator is started anew, and the job
 * is resumed.
 */
const movedByHand = async (stage: Stage, hands: Hands): Promise<Evidence> => {
  const { application } = hands
  const before = await application.checkpointed()
  const suspended = await application.suspended(
    await application.edit({ job: { state: 'suspended' }, flinkConfiguration: { 'kubernetes.operator.savepoint.format.type': 'NATIVE' } }),
  )
  const location = (suspended.status.jobStatus.upgradeSavepointPath ?? '') as string
  expect(location.includes('/savepoint-'), `suspended with path ${location}`)
  await stage.api.mergePatch(`${paths.flinkDeployments(stage.namespace)}/${application.name}/status`, {
    status: { jobStatus: { upgradeSavepointPath: null, savepointInfo: { lastSavepoint: { timeStamp: 0, location, triggerNonce: 0 } } } },
  })
  await hands.operator.stop()
  hands.operator = await stage.operate()
  await application.stable(await application.edit({ job: { state: 'running' } }), 'first')
  const text = await proveCarried(application, before, { by: 'savepoint' })
  const from = (await application.progress())?.restoredFrom?.path ?? ''
  expect(basename(from) === basename(location), `restored from ${from}, moved was ${location}`)
  return { text: `${basename(location)} stood in lastSavepoint alone; ${text}` }
}

/** From now on snapshots are resources: nothing restarts, and a nonce gives one. */
const resourcesSwitchedOn = async (stage: Stage, { application }: Hands): Promise<Evidence> => {
  const before = await application.run()
  await application.stable(
    await application.edit({ flinkConfiguration: { 'kubernetes.operator.snapshot.resource.enabled': 'true' } }),
    'first',
  )
  await application.edit({ job: { savepointTriggerNonce: 123_456 } })
  const describe = async (): Promise<string> => describeResource(await application.resource())
  const found = await eventually(
    'the savepoint that was asked for is a resource',
    { within: 60_000, describe },
    async () =>
      (await stage.api.list(paths.stateSnapshots(stage.namespace))).find(it =>
        it.status?.state === 'COMPLETED' && it.metadata.labels?.['snapshot.trigger-type'] === 'MANUAL'
      ),
  )
  await keepsRunning(application, 5_000)
  expect(JSON.stringify(await application.run()) === JSON.stringify(before), 'something restarted')
  return { text: `${found.metadata.name as string}: ${basename(found.status.path as string)}; nothing restarted` }
}

/** The savepoint of a suspend is a resource too, and what is resumed from. */
const suspendedByResource = async (stage: Stage, { application }: Hands): Promise<Evidence> => {
  const before = await application.checkpointed()
  const suspended = await application.suspended(await application.edit({ job: { state: 'suspended' } }))
  const location = suspended.status.jobStatus.upgradeSavepointPath as string
  const own = await eventually(
    'the savepoint of the suspend is a resource',
    { within: 30_000 },
    async () =>
      (await stage.api.list(paths.stateSnapshots(stage.namespace))).find(it =>
        it.metadata.labels?.['snapshot.trigger-type'] === 'UPGRADE' && basename(it.status?.path ?? '') === basename(location)
      ),
  )
  await application.stable(await application.edit({ job: { state: 'running' } }), 'first')
  return { text: `${own.metadata.name as string}; ${await proveCarried(application, before, { by: 'savepoint' })}` }
}

/** The reference operator's own end-to-end test of snapshots (`test_snapshot.sh`), as far as it is of a FlinkDeployment. */
export const referenceSnapshot: Story = {
  name: 'reference-snapshot',
  short: [],
  tell: async stage => {
    let hands: Hands
    await stage.step('deploy, snapshots in the status', async () => {
      const operator = await stage.operate()
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        configuration: inStatus,
      })
      hands = { application: deployed.application, operator }
      return deployed.evidence
    }, { short: true })
    await stage.step('suspended; the path moved by hand to lastSavepoint; resumed', () => movedByHand(stage, hands), { short: true })
    await stage.step('snapshot resources switched on', () => resourcesSwitchedOn(stage, hands))
    await stage.step('suspended and resumed with a snapshot resource', () => suspendedByResource(stage, hands))
    await stage.step('delete', () => deletion(hands.application))
  },
}
