import { classifyJob } from '../../job/classify-job.ts'
import { classification } from './session-job-classification.ts'
import { beforeHard } from './recovery/others-jobs.ts'
import type { Round } from './session-job-round.ts'
import { sharedCluster } from './shared-cluster.ts'
import type { Situation } from './session-job-situation.ts'

/**
 * Classifies the round: the first row of `classification` that matches (session-snapshot-bluegreen.md, section 2.4), after the checks of
 * `beforeHard`.
 */
export const classify = (round: Round): Situation => {
  const found = classifyJob(sharedCluster, classification, round)
  return beforeHard(round, found) ?? found
}
