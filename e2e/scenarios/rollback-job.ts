import type { Application } from '../harness/application.ts'
import { paths } from '../harness/api.ts'
import { controlFolder, jobArguments } from '../harness/manifest.ts'
import { leftByGoodEdit, rollbackOptions, rolledBack } from './rolled-back.ts'
import { deletion, firstDeployment } from './steps.ts'
import type { Story } from './story.ts'

/**
 * What is wrong with a job's arguments, and how that shows. In Flink 1.20 a JobManager that can't restore its job ends within a second of
 * FAILED, and the next one lists no job, since that is in the job result store: nobody can tell any more that the job never ran, so a
 * person is asked, and nothing is rolled back.
 */
const badJobs = [
  { what: 'main throws', arguments: ['--main', 'throw'], shows: 'FAILED', versions: ['1.20', '2.3'] },
  { what: 'tasks throw when they start', arguments: ['--control', controlFolder], shows: 'not RUNNING', versions: ['1.20', '2.3'] },
  { what: 'the state does not fit the job', arguments: ['--uid', 'another'], shows: 'FAILED', versions: ['2.3'] },
] as const

/**
 * Jobs that fail right after their start (L6): the last stable spec comes back with the savepoint of the upgrade, also where Flink removed
 * its HA metadata.
 */
export const rollbackJob: Story = {
  name: 'rollback-job',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      await stage.api.create(paths.configMaps(stage.namespace), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'control' },
        data: { 'open-throw': '' },
      })
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: true,
        jobName: 'first',
        configuration: rollbackOptions,
      })
      application = deployed.application
      return deployed.evidence
    })
    for (const bad of badJobs.filter(({ versions }) => versions.some(it => it === stage.version))) {
      await stage.step(`rolled back: ${bad.what}`, () =>
        rolledBack(stage, application, {
          spec: { job: { args: [...jobArguments('bad'), ...bad.arguments] } },
          jobName: 'first',
          failing: ({ jobManagerDeploymentStatus, jobStatus: { state, jobName } }) =>
            (bad.shows === 'FAILED' ? state === 'FAILED'
                : jobManagerDeploymentStatus === 'READY' && jobName === 'bad' && (state === 'CREATED' || state === 'RESTARTING'))
              ? `the job is ${state as string}` : null,
        }))
    }
    await stage.step('left by a good edit', () => leftByGoodEdit(stage, application, 'second'))
    await stage.step('delete', () => deletion(application))
  },
}
