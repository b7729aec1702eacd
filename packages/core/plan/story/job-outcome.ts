import { redactText } from '../../src/redaction/redact.ts'
import { type FlinkJob, isAlive, ownerOf } from '../../simulation/flink/job-manager-process.ts'
import { fromEachCluster } from '../../simulation/world/clusters.ts'
import type { World } from '../../simulation/world/world.ts'
import type { Key, PlanWorld } from '../world/plan-world.ts'

/** What became of the job, in a sentence; `from`: the state that the one that runs was started from, null: empty state, or none runs. */
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

/** The jobs of this resource that do work: on a session cluster others may run beside them. */
const aliveIn = ({ world }: PlanWorld, { kind, name }: Key): readonly Run[] =>
  fromEachCluster(world).flatMap(runsIn)
    .filter(({ job }) => isAlive(job) && (kind !== 'FlinkSessionJob' || ownerOf(job) === name))

const isSame = (a: Run, b: Run): boolean => a.pod === b.pod && a.job.jobId === b.job.jobId && a.job.startTime === b.job.startTime

/** What became of the job of a resource between two worlds; without secrets (P23). */
export const jobOutcome = (before: PlanWorld, after: PlanWorld, of: Key, secrets: readonly string[]): JobOutcome => {
  const [old, now] = [aliveIn(before, of), aliveIn(after, of)]
  const run = now.at(-1)
  if (run === undefined) {
    const text = old.length > 0 ? 'The job was stopped, and none runs in its place.' : 'No job runs.'
    return { _tag: 'NoJob', from: null, text }
  }
  const { job: { state, source } } = run
  const told = (tag: JobOutcome['_tag'], text: string): JobOutcome => ({
    _tag: tag,
    from: source === null ? null : redactText(source.path, secrets),
    text: redactText(`${text}; it is ${state}.`, secrets),
  })
  if (old.some(it => isSame(it, run))) return told('RanOn', 'The job ran on all the time')
  if (source === null) return told('StartedEmpty', 'The job started from empty state')
  return told('WentOn', `The job went on from ${source.path}`)
}
