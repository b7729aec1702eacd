import { classifyJob } from '../../job/classify-job.ts'
import { classification } from './session-job-classification.ts'
import { beforeHard } from './recovery/others-jobs.ts'
import type { Round } from './session-job-round.ts'
import { sharedCluster } from './shared-cluster.ts'
import type { Situation } from './session-job-situation.ts'

/** Which situation is this? The first row of `classification` that fits (session-snapshot-bluegreen.md, section 2.4). */
export const classify = (round: Round): Situation => {
  const found = classifyJob(sharedCluster, classification, round)
  return beforeHard(round, found) ?? found
}
