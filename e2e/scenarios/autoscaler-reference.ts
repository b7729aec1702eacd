import { eventually } from '../harness/eventually.ts'
import { type AutoscaledJob, deployAutoscaled } from './autoscaled-job.ts'
import { deletion } from './steps.ts'
import { expect, type Story } from './story.ts'

/** The options of the reference operator's own test. */
const options = {
  'jobmanager.scheduler': 'adaptive',
  'taskmanager.numberOfTaskSlots': '2',
  'job.autoscaler.enabled': 'true',
  'job.autoscaler.scaling.enabled': 'true',
  'job.autoscaler.stabilization.interval': '5s',
  'job.autoscaler.metrics.window': '1m',
  'job.autoscaler.scale-down.interval': '0m',
}

/** Its time limit for each event. */
const within = 300_000

/**
 * The reference operator's own test of its autoscaler (`test_autoscaler.sh`), with the job of `e2e/job`: high availability, last-state, two
 * subtasks. The job runs, has a checkpoint and is STABLE; then come the events ScalingReport, SpecChanged and Scaling. It is STABLE again.
 */
export const autoscalerReference: Story = {
  name: 'autoscaler-reference',
  short: [],
  tell: async stage => {
    await stage.operate()
    let job!: AutoscaledJob
    await stage.step('checkpoint, and STABLE', async () => {
      const deployed = await deployAutoscaled(stage, options, 10, { upgradeMode: 'last-state', highAvailability: true, parallelism: 2 })
      job = deployed.job
      return deployed.evidence
    })
    await stage.step('events ScalingReport, SpecChanged and Scaling, and STABLE', async () => {
      const { application } = job
      const before = await application.checkpointed()
      for (const reason of ['ScalingReport', 'SpecChanged', 'Scaling']) {
        await eventually(
          `an event ${reason}`,
          { within, every: 500, guard: application.safe },
          async () => (await application.events(reason)).length > 0,
        )
      }
      // what Flink tells is some seconds old
      await eventually('the job went on from a checkpoint', { within: 60_000, guard: application.safe }, async () => job.restarts() > 0)
      await application.stable((await application.resource()).metadata.generation, 'first')
      const now = await application.counted(before.seen)
      expect(now.restored > 0, 'the job started empty')
      expect(now.jobId === before.jobId, `job ${before.jobId} became ${now.jobId}`)
      return { text: `${JSON.stringify(await job.parallelism())}, restored ${now.restored}, counts on to ${now.seen}` }
    })
    await stage.step('delete', () => deletion(job.application))
  },
}
