import { known, unknown } from '../../../packages/core/src/contract/fact/fact.ts'
import type { Facts } from '../../../packages/core/src/contract/fact/facts.ts'
import type { Env } from '../../../packages/core/src/contract/env.ts'
import { decodeFlinkSessionJob } from '../../../packages/core/src/kind/flink-session-job/flink-session-job-codec.ts'
import { observe } from '../../../packages/core/src/kind/flink-session-job/observe/observe-session-job.ts'
import { roundOf } from '../../../packages/core/src/kind/flink-session-job/session-job-round.ts'
import { upgradeAnswer } from '../../../packages/core/src/kind/flink-session-job/upgrade/upgrade.ts'
import { validate } from '../../../packages/core/src/kind/flink-session-job/validated-session-job.ts'
import type { UpgradeAnswer } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import type { JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import { jobOverview } from '../scripted-world.ts'
import { resourceOf, type ScriptedGiven, sessionOf } from './scripted.decode.ts'

/** REST answers in a ready session cluster alone, and lists the job where its state was seen. */
export const sessionFacts = (given: ScriptedGiven, now: number): Facts => {
  const session = sessionOf(given)
  const { jobId, state, startTime } = given.resource.status.jobStatus
  const isListed = jobId != null && state != null && state !== 'RECONCILING'
  return {
    ...(session === null ? {} : { target: known(session, now) }),
    jobs: session?.status.jobManagerDeploymentStatus === 'READY'
      ? known(isListed ? [jobOverview(jobId, state as JobState, 'job', Number(startTime ?? 0))] : [], now)
      : unknown('Unreachable', 'connect ECONNREFUSED', now),
  }
}

/** The answer of a session job: its status is taken as it stands, also as far as it is the last state of a job that ended. */
export const askSession = (given: ScriptedGiven, facts: Facts, env: Env): UpgradeAnswer => {
  const read = decodeFlinkSessionJob(resourceOf({ ...given, lastReconciledSpecIsStable: true }))
  if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
  const { meta, status: decoded } = read.right
  const { upgradeSavepointPath: path } = decoded.jobStatus
  const status = path === null || path === lastStateMarker ? decoded
    : { ...decoded, operatorRecord: { ...decoded.operatorRecord, lastState: { _tag: 'Path' as const, path, seen: 'Adopted' as const } } }
  const observed = observe(validate({ ...read.right, status }, env), { meta, status }, facts, env)
  const round = roundOf({ ...observed, status }, env)
  const { deployed, wanted } = round.desired
  if (deployed._tag !== 'Deployed' || wanted === null) throw new Error(`not to be asked: ${JSON.stringify(round.desired.findings)}`)
  return upgradeAnswer(round, deployed, wanted)
}
