import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments } from '../harness/manifest.ts'
import { proveCarried } from './state-carried.ts'
import { deletion, firstDeployment, suspendAndResume, twoQuickEdits, upgrade } from './steps.ts'
import { type Evidence, expect, type Story } from './story.ts'

/** L1: an edit milliseconds after the suspend was written must not undo what the status knows of the savepoint. */
const editRightAfterSuspend = async (application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  const asked = await application.edit({ job: { state: 'suspended' } })
  const seenAt = await eventually('the suspend is written', { within: 120_000, every: 5 }, async () => {
    const { status } = await application.resource()
    return status.observedGeneration === asked && status.lifecycleState === 'SUSPENDED'
      ? { at: Date.now(), path: status.jobStatus.upgradeSavepointPath as string } : null
  })
  const generation = await application.edit({ job: { args: jobArguments('after-suspend') } })
  const after = Date.now() - seenAt.at
  const suspended = await application.suspended(generation)
  const path = suspended.status.jobStatus.upgradeSavepointPath as string
  expect(path === seenAt.path && path.includes('/savepoint'), `the path was ${seenAt.path} and became ${path}`)
  const resumed = await application.edit({ job: { state: 'running' } })
  await application.stable(resumed, 'after-suspend')
  return { text: `edited ${after} ms after SUSPENDED; path kept; ${await proveCarried(application, before, { by: 'savepoint' })}` }
}

/** An edit while the stop is under way: the stop's id stays, its savepoint is used, the newest spec runs. */
const editDuringSuspend = async (application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  await application.edit({ job: { state: 'suspended' } })
  const generation = await application.edit({ job: { state: 'running', args: jobArguments('changed-mind') } })
  await application.stable(generation, 'changed-mind')
  return { text: await proveCarried(application, before, { by: 'savepoint' }) }
}

/** Upgrade mode savepoint, without high availability. */
export const savepoint: Story = {
  name: 'savepoint',
  short: ['1.20', '2.3'],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, { upgradeMode: 'savepoint', highAvailability: false, jobName: 'first' })
      application = deployed.application
      return deployed.evidence
    }, { short: true })
    await stage.step('edit', () => upgrade(stage, application, 'second', { by: 'savepoint' }), { short: true })
    await stage.step('suspend and resume', () => suspendAndResume(application, 'second', { by: 'savepoint' }), {
      short: stage.version === '1.20',
    })
    await stage.step('edit right after a suspend (L1)', () => editRightAfterSuspend(application))
    await stage.step('suspend, then run with an edit', () => editDuringSuspend(application))
    await stage.step('two quick edits', () => twoQuickEdits(stage, application, ['quick-1', 'quick-2'], { by: 'savepoint' }))
    await stage.step('delete', () => deletion(application), { short: stage.version === '1.20' })
  },
}
