import { paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { deletion, firstDeployment, suspendAndResume, upgrade } from './steps.ts'
import type { Evidence, Stage, Story } from './story.ts'

/** Without HA nobody knows the state of a JobManager that is gone: it is told, and nothing is started empty, not by an edit either. */
const deleteDeployment = async (stage: Stage, application: Application): Promise<Evidence> => {
  await application.checkpointed()
  const path = `${paths.deployments(stage.namespace)}/${application.name}`
  const began = Date.now()
  await stage.api.remove(path)
  const reported = await eventually('the loss is told', {
    within: 120_000,
    describe: async () => describeResource(await application.resource()),
  }, async () => {
    const { status } = await application.resource()
    return status.jobManagerDeploymentStatus === 'MISSING' && typeof status.error === 'string' && status.error !== ''
      ? { text: status.error as string, lifecycle: status.lifecycleState as string, at: Date.now() } : null
  })
  const nothingStarts = (during: string): Promise<void> =>
    stays(during, 15_000, async () => {
      const found = await stage.api.get(path)
      return found === null || found.metadata.deletionTimestamp !== undefined ? null : 'a Deployment was created'
    })
  await nothingStarts('after the loss')
  await application.rename('after-loss')
  await nothingStarts('after an edit')
  const { status } = await application.resource()
  return {
    text: `told after ${((reported.at - began) / 1_000).toFixed(1)} s: "${
      messageOf(reported.text)
    }"; nothing started in 15 s, nor in 15 s after an edit (${status.lifecycleState as string}: "${messageOf(status.error as string)}")`,
  }
}

const messageOf = (error: string | null): string => {
  try {
    return (JSON.parse(error ?? '{}') as { message?: string }).message?.slice(0, 120) ?? ''
  } catch {
    return String(error).slice(0, 120)
  }
}

/** Upgrade mode last-state without HA: the job is cancelled and restored from its last retained checkpoint. */
export const lastStateCancel: Story = {
  name: 'last-state-cancel',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, { upgradeMode: 'last-state', highAvailability: false, jobName: 'first' })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'checkpoint' }))
    await stage.step('suspend and resume', () => suspendAndResume(application, 'second', { by: 'checkpoint' }))
    await stage.step('JobManager Deployment deleted', () => deleteDeployment(stage, application))
    await stage.step('delete', () => deletion(application))
  },
}
