import { controlFolder, jobArguments } from '../harness/manifest.ts'
import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { becomes, inPlace } from './rescale.ts'
import { leftByGoodEdit, rollbackOptions, rolledBack } from './rolled-back.ts'
import { aJarServer, deploySession, othersRunOn, type Session, type SessionMode, sessionModes } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { byResource } from './snapshot-resources.ts'
import type { Evidence, Story } from './story.ts'

const mode: SessionMode = 'savepoint'

/** What is wrong with the job's arguments, and how that shows. */
const badJobs = [
  { what: 'main throws', arguments: ['--main', 'throw'] },
  { what: 'tasks throw when they start', arguments: ['--control', controlFolder] },
] as const

/** Which vertices follow a job parallelism of 1 nobody can tell, so the job is run anew with its state. */
const widerFromOne = async (job: Application): Promise<Evidence> => {
  const before = await job.checkpointed()
  await job.stable(await job.edit({ job: { parallelism: 2 } }), 'first')
  const text = await proveCarried(job, before, { by: 'savepoint' })
  await becomes(job, '2,2')
  return { text: `2,2; ${text}` }
}

/** What an application can, a session job can, too, while its neighbours run on: snapshots by resource, scaling in place, rollback. */
export const sessionOperations: Story = {
  name: 'session-operations',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    let session!: Session
    const server = { close: (): Promise<void> => Promise.resolve() }
    const alone = (work: () => Promise<Evidence>): Promise<Evidence> => othersRunOn(session, sessionModes.filter(it => it !== mode), work)
    try {
      await stage.step('a session cluster and three session jobs', async () => {
        const jar = await aJarServer(stage)
        server.close = jar.close
        await stage.api.create(paths.configMaps(stage.namespace), {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'control' },
          data: { 'open-throw': '' },
        })
        await stage.operate()
        session = await deploySession(stage, jar, false, {
          ofCluster: { 'jobmanager.scheduler': 'adaptive', 'taskmanager.numberOfTaskSlots': '6' },
          ofJobs: rollbackOptions,
        })
        return { text: 'all run' }
      })
      await stage.step('a snapshot by a resource of a person', () => alone(() => byResource(stage, session.jobs[mode])))
      await stage.step('wider from 1: an upgrade', () => alone(() => widerFromOne(session.jobs[mode])))
      await stage.step(
        'wider by job.parallelism, in place',
        () => alone(() => inPlace(session.jobs[mode], { job: { parallelism: 3 } }, '3,3')),
      )
      for (const bad of badJobs) {
        await stage.step(`rolled back: ${bad.what}`, () =>
          alone(() =>
            rolledBack(stage, session.jobs[mode], {
              spec: { job: { args: [...jobArguments(session.jobs[mode].fullName('bad')), ...bad.arguments] } },
              jobName: 'first',
              failing: ({ jobStatus: { state }, error }) =>
                (error ?? '') !== '' || state === 'FAILED' || state === 'RESTARTING' || state === 'CREATED'
                  ? `the job is ${state as string}${(error ?? '') === '' ? '' : `, ${String(error).slice(0, 120)}`}` : null,
            })
          ))
      }
      await stage.step('left by a good edit', () => alone(() => leftByGoodEdit(stage, session.jobs[mode], 'second')))
    } finally {
      await server.close()
    }
  },
}
