import type { Application } from '../harness/application.ts'
import { leftByGoodEdit, putBackByHand, rollbackOptions, rolledBack } from './rolled-back.ts'
import { deletion, firstDeployment } from './steps.ts'
import type { Story } from './story.ts'

/** An image that can't be pulled: its JobManager never starts, and the last stable spec comes back with the savepoint of the upgrade. */
export const rollbackImage: Story = {
  name: 'rollback-image',
  short: ['1.20'],
  tell: async stage => {
    await stage.operate()
    let application: Application
    const badImage = (jobName: string) => () =>
      rolledBack(stage, application, {
        spec: { image: `${stage.settings.image[stage.version]}-no-such-image` },
        jobName,
        failing: status => (status.jobManagerDeploymentStatus === 'ERROR'
          ? /ErrImagePull|ImagePullBackOff|pull/.exec(status.error ?? '')?.[0] ?? null : null),
      })
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: true,
        jobName: 'first',
        configuration: rollbackOptions,
      })
      application = deployed.application
      return deployed.evidence
    }, { short: true })
    await stage.step("an image that can't be pulled is rolled back", badImage('first'), { short: true })
    await stage.step('left by a good edit', () => leftByGoodEdit(stage, application, 'second'))
    await stage.step('rolled back once more', badImage('second'))
    await stage.step(
      'the spec that runs is put back by hand',
      () => putBackByHand(application, { image: stage.settings.image[stage.version] }, 'second'),
    )
    await stage.step('delete', () => deletion(application))
  },
}
