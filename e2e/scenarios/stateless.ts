import type { Application } from '../harness/application.ts'
import { deletion, firstDeployment, suspendAndResume, upgrade } from './steps.ts'
import type { Story } from './story.ts'

/** Upgrade mode stateless: every start is empty, and nothing runs twice. */
export const stateless: Story = {
  name: 'stateless',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, { upgradeMode: 'stateless', highAvailability: false, jobName: 'first' })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'nothing' }))
    await stage.step('suspend and resume', () => suspendAndResume(application, 'second', { by: 'nothing' }))
    await stage.step('delete', () => deletion(application))
  },
}
