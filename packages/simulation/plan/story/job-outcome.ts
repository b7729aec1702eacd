import { redactText } from '@flink-operator/core/redaction'
import { type FlinkJob, isAlive, ownerOf } from '../../src/flink/job-manager-process.ts'
import { fromEachCluster } from '../../src/world/clusters.ts'
import type { World } from '../../src/world/world.ts'
import type { Key, PlanWorld } from '../world/plan-world.ts'

/**
 * What happened to the job, in a sentence; `from`: the state that the running job was started from, null: empty state, or no job runs.
 */
export interface JobOutcome {
  readonly _tag: 'RanOn' | 'WentOn' | 'StartedEmpty' | 'NoJob'
  readonly from: string | null
  readonly text: string
}

interface Run {
  readonly pod: string
  readonly job: FlinkJob
}

const runsIn = ({ pods }: World): readonly Run[] =>
  pods.flatMap(({ uid, process }) => (process?.jobs ?? []).map((job): Run => ({ pod: uid, job })))

/** The live jobs of this resource: a session cluster may run others, too. */
const aliveIn = ({ world }: PlanWorld, { kind, name }: Key): readonly Run[] =>
  fromEachCluster(world).flatMap(runsIn)
    .filter(({ job }) => isAlive(job) && (kind !== 'FlinkSessionJob' || ownerOf(job) === name))

const isSame = (a: Run, b: Run): boolean => a.pod === b.pod && a.job.jobId === b.job.jobId && a.job.startTime === b.job.startTime

/** What happened to a resource's job between two worlds; without secrets (P23). */
export const jobOutcome = (before: PlanWorld, after: PlanWorld, of: Key, secrets: readonly string[]): JobOutcome => {
  const [old, now] = [aliveIn(before, of), aliveIn(after, of)]
  const run = now.at(-1)
  if (run === undefined) {
    const text = old.length > 0 ? 'The job was stopped, and no new one runs.' : 'No job runs.'
    return { _tag: 'NoJob', from: null, text }
  }
  const { job: { state, source } } = run
  const reported = (tag: JobOutcome['_tag'], text: string): JobOutcome => ({
    _tag: tag,
    from: source === null ? null : redactText(source.path, secrets),
    text: redactText(`${text}; it is ${state}.`, secrets),
  })
  if (old.some(it => isSame(it, run))) return reported('RanOn', 'The job kept running')
  if (source === null) return reported('StartedEmpty', 'The job started from empty state')
  return reported('WentOn', `The job was restored from ${source.path}`)
}
