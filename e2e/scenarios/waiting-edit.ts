import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { deletion, firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/**
 * The edit needs a savepoint of the running job, and its JobManager is gone: what is deployed is brought back from HA metadata first, then
 * the edit is carried out.
 */
const lostBesideEdit = async (stage: Stage, application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  await stage.calm()
  const since = Date.now()
  const deployment = `${paths.deployments(stage.namespace)}/${application.name}`
  await stage.api.remove(deployment)
  await eventually('the Deployment is gone', { within: 120_000 }, async () => (await stage.api.get(deployment)) === null)
  const generation = await application.rename('second')
  await stage.operate()
  await eventually(
    'the JobManager is brought back for the deployed spec',
    { within: 120_000 },
    async () => (await application.events('RecoverDeployment')).length > 0,
  )
  await application.stable(generation, 'second')
  const { restored, restoredFrom, seen } = await application.counted(0)
  const known = before.completed?.id ?? 0
  expect(
    restoredFrom !== null && restoredFrom.path.includes('/savepoint-') && restoredFrom.id > known && (restored ?? 0) > 0,
    `the job restored ${restored ?? 'nothing'} from ${restoredFrom?.path ?? 'nothing'}; checkpoint ${known} was complete before`,
  )
  return {
    text: `brought back, then upgraded: restored ${restored ?? 0} from the savepoint of the upgrade, counts on to ${seen}`,
    downtime: stage.downtime(application, since),
  }
}

/** V02: a JobManager that is lost while an edit waits for it. */
export const waitingEdit: Story = {
  name: 'waiting-edit',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application!: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: true,
        jobName: 'first',
        configuration: { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' },
      })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('the JobManager is lost beside an edit that needs it', () => lostBesideEdit(stage, application))
    await stage.step('delete', () => deletion(application))
  },
}
