import { controlFolder, jobArguments } from '../harness/manifest.ts'
import { type Any, paths } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { fetchesFromHere } from '../harness/session-manifest.ts'
import { becomes, inPlace } from './rescale.ts'
import { leftByGoodEdit, rollbackOptions, rolledBack } from './rolled-back.ts'
import { aJarServer, deploySession, othersRunOn, type Session, type SessionMode, sessionModes } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { byResource } from './snapshot-resources.ts'
import type { Evidence, Story } from './story.ts'

const mode: SessionMode = 'savepoint'

/** What is wrong with the job's arguments, and how that shows. */
const badEdits: readonly {
  readonly what: string
  readonly arguments: readonly string[]
  readonly failing: (status: Any) => string | null
}[] = [
  {
    what: 'main throws',
    arguments: ['--main', 'throw'],
    failing: ({ error }) => (/Could not execute/.test(error ?? '') ? 'Flink refuses the job' : null),
  },
  {
    what: 'tasks throw when they start',
    arguments: ['--control', controlFolder],
    failing: ({ jobStatus: { state, jobName } }) =>
      String(jobName).endsWith('/bad') && (state === 'RESTARTING' || state === 'CREATED') ? `the job is ${state as string}` : null,
  },
]

/** A main that throws is told, and tried again with pauses; a good edit goes on from the state of before. */
const mainThrows = async (job: Application): Promise<Evidence> => {
  const before = await job.checkpointed()
  await job.edit({ job: { args: [...jobArguments(job.fullName('bad')), '--main', 'throw'] } })
  const reported = await eventually(
    'it is told that main throws',
    { within: 120_000, describe: async () => describeResource(await job.resource()) },
    async () => {
      const { error } = (await job.resource()).status
      return /main was told to throw|Could not execute/.test(error ?? '') ? String(error) : null
    },
  )
  await job.stable(await job.rename('mended'), 'mended')
  return { text: `told: "${reported.slice(0, 200)}"; mended: ${await proveCarried(job, before, { by: 'savepoint' })}` }
}

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
      await stage.step('main throws: told, and mended by an edit', () => alone(() => mainThrows(session.jobs[mode])))
      for (const { what, arguments: wrong, failing } of badEdits) {
        await stage.step(`rolled back: ${what}`, () =>
          alone(() =>
            rolledBack(stage, session.jobs[mode], {
              spec: { job: { args: [...jobArguments(session.jobs[mode].fullName('bad')), ...wrong] } },
              jobName: 'mended',
              failing,
            })
          ))
      }
      await stage.step('left by a good edit', () => alone(() => leftByGoodEdit(stage, session.jobs[mode], 'second')))
    } finally {
      await server.close()
    }
  },
}
