import { type Application, describeResource, type Run } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { manifest } from '../harness/manifest.ts'
import { keepsRunning } from './keeps-running.ts'
import { type Carried, proveCarried } from './state-carried.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type OperatorHandle, type Stage, type Story } from './story.ts'

interface Job {
  readonly name: string
  readonly upgradeMode: 'savepoint' | 'last-state' | 'stateless'
  readonly highAvailability: boolean
  readonly carried: Carried
}

const jobs: readonly Job[] = [
  { name: 'savepoint', upgradeMode: 'savepoint', highAvailability: false, carried: { by: 'savepoint' } },
  { name: 'last-state', upgradeMode: 'last-state', highAvailability: true, carried: { by: 'checkpoint' } },
  { name: 'stateless', upgradeMode: 'stateless', highAvailability: false, carried: { by: 'nothing' } },
]

/** A JVM has to start, and to look at each job. */
const watchedAfterTakeOver = 45_000

interface Member {
  readonly job: Job
  readonly application: Application
  jobName: string
}

type Operator = 'ours' | 'the other'

/** The three jobs, and whoever looks after them. */
interface HandOver {
  readonly deployed: () => Promise<Evidence>
  /** The operator goes, the next one comes: no job notices. */
  readonly to: (next: Operator) => Promise<Evidence>
  readonly upgraded: (by: Operator) => Promise<Evidence>
  readonly deleted: () => Promise<Evidence>
}

const handOverOf = (stage: Stage): HandOver => {
  const members: Member[] = []
  let operator: OperatorHandle | null = null
  let edits = 0

  const start = async (which: Operator): Promise<void> => {
    operator = which === 'ours' ? await stage.operate() : await stage.operateOther()
  }
  const jobManagers = (name: string): number => new Set(stage.watch.samples(name).flatMap(({ pods }) => pods.map(({ uid }) => uid))).size
  /** Each job had one JobManager, and one more for each edit: nothing else was ever started. */
  const nothingElseStarted = (): void => {
    for (const { job: { name } } of members)
      expect(jobManagers(name) === edits + 1, `${name} had ${jobManagers(name)} JobManager pods in ${edits} upgrades`)
  }
  const runOn = async ({ application, job: { name } }: Member): Promise<Run> => {
    const { status: { jobStatus: { jobId } } } = await application.resource()
    const run = await keepsRunning(
      application,
      watchedAfterTakeOver,
      ({ status }) => status.jobStatus.state === 'RUNNING' && status.jobStatus.jobId === jobId && (status.error ?? '') === '',
    )
    expect(run.jobId === jobId, `${name}: the status says job ${jobId as string}, Flink ${run.jobId}`)
    // the reference operator writes the record in its own order of keys, and marks it as stable anew once Flink has answered
    await eventually(
      `${name} is STABLE`,
      { within: 60_000, describe: async () => describeResource(await application.resource()) },
      async () => (await application.resource()).status.lifecycleState === 'STABLE',
    )
    return run
  }
  const rename = async (member: Member): Promise<string> => {
    const { application, job: { name, upgradeMode, carried } } = member
    const before = await application.checkpointed()
    member.jobName = `edit-${edits}`
    const { id } = await application.stable(await application.rename(member.jobName), member.jobName)
    // HA metadata is found by the job's id; everything else must not meet what an earlier run left
    expect((id === before.jobId) === (upgradeMode === 'last-state'), `${name} was job ${before.jobId} and is ${id}`)
    return `${name}: ${await proveCarried(application, before, carried)}`
  }

  return {
    deployed: async () => {
      await start('the other')
      for (const job of jobs) {
        const { name, upgradeMode, highAvailability } = job
        const application = await stage.create(
          manifest(stage.settings, {
            namespace: stage.namespace,
            name,
            version: stage.version,
            upgradeMode,
            highAvailability,
            jobName: 'first',
          }),
        )
        members.push({ job, application, jobName: 'first' })
      }
      await Promise.all(members.map(({ application, jobName }) => application.stable(1, jobName)))
      await Promise.all(members.map(({ application }) => application.checkpointed()))
      return { text: members.map(({ job: { name } }) => name).join(', ') }
    },
    to: async next => {
      await operator?.stop()
      await start(next)
      const runs = await Promise.all(members.map(runOn))
      nothingElseStarted()
      return {
        text: `looked at for ${watchedAfterTakeOver / 1_000} s, nothing restarted, STABLE without error; ${
          runs.map(({ jobId }, index) => `${members[index]!.job.name} job ${jobId}`).join('; ')
        }`,
      }
    },
    upgraded: async by => {
      edits++
      const texts = await Promise.all(members.map(rename))
      nothingElseStarted()
      return { text: `by ${by}: ${texts.join('; ')}` }
    },
    deleted: async () => {
      const texts = await Promise.all(members.map(({ application }) => deletion(application)))
      return { text: texts.map(({ text }) => text).join('; ') }
    },
  }
}

/**
 * Running jobs of each upgrade mode go from the other operator of these resources to ours, back, and to ours again; each operator upgrades
 * them. Needs a command for the other one (`E2E_OTHER_OPERATOR`): else *not run*.
 */
export const handOver: Story = {
  name: 'hand-over',
  short: [],
  tell: async stage => {
    const jobsOf = handOverOf(stage)
    if (!(await stage.step('deployed by the other operator', jobsOf.deployed))) return
    await stage.step('taken over by ours', () => jobsOf.to('ours'))
    await stage.step('upgraded by ours', () => jobsOf.upgraded('ours'))
    await stage.step('given back to the other', () => jobsOf.to('the other'))
    await stage.step('upgraded by the other', () => jobsOf.upgraded('the other'))
    await stage.step('taken over by ours again', () => jobsOf.to('ours'))
    await stage.step('upgraded by ours again', () => jobsOf.upgraded('ours'))
    await stage.step('deleted by ours', jobsOf.deleted)
  },
}
