import type { Application } from '../harness/application.ts'
import { activeGoes, type Loss, oneLeads, startedAgain, taskManagerKilled } from './ha-plan.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import type { Stage, Story } from './story.ts'

const generationOf = async (application: Application): Promise<number> => (await application.resource()).metadata.generation

/** The test plan of FLIP-144 for one job: several JobManagers, each of its processes lost, its Deployment deleted. */
const testPlan = (
  story: Pick<Story, 'name' | 'short'>,
  jobManagers: number,
  standalone: number | null,
): Story => ({
  ...story,
  tell: async stage => {
    stage.watch.allowJobManagers(jobManagers)
    await stage.operate()
    let application: Application
    await stage.step(`H01 ${jobManagers} JobManagers`, async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'last-state',
        highAvailability: true,
        jobName: 'first',
        jobManagers,
        ...(standalone === null ? {} : { standalone }),
      })
      application = deployed.application
      stage.followState()
      const { leader } = await oneLeads(stage, application, jobManagers)
      return { text: `one of ${jobManagers} leads, transitions ${leader?.transitions ?? ''}; ${deployed.evidence.text}` }
    }, { short: true })
    await plays(stage, () => application, jobManagers)
  },
})

const plays = async (stage: Stage, app: () => Application, jobManagers: number): Promise<void> => {
  const goes = (loss: Loss) => () => activeGoes(stage, app(), { loss, jobName: 'first', jobManagers })
  await stage.step('H02 the active JobManager is lost', goes('lost'), { short: true })
  await stage.step('H10 the active JobManager is told to end', goes('told to end'))
  await stage.step('H03 the TaskManager killed', () => taskManagerKilled(stage, app(), 'first', jobManagers))
  await stage.step('an edit', () => upgrade(stage, app(), 'second', { by: 'checkpoint' }))
  await stage.step(
    'H06 H07 Deployment deleted, started again',
    () => startedAgain(stage, app(), async () => ({ generation: await generationOf(app()), jobName: 'second' })),
  )
  await stage.step(
    'H06 H09 Deployment deleted, job changed, started again',
    () => startedAgain(stage, app(), async () => ({ generation: await app().rename('third'), jobName: 'third' })),
  )
  await stage.step('delete', () => deletion(app()))
}

/** In native mode. */
export const haJobManagers = testPlan({ name: 'ha-job-managers', short: ['1.20'] }, 3, null)
/** In standalone mode. */
export const haStandalone = testPlan({ name: 'ha-standalone', short: [] }, 2, 1)
