import type { Round, Situation } from './application/application-round.ts'
import { classifyJob } from '../../job/classify-job.ts'
import { classification } from './deployment-classification.ts'
import { ownCluster } from './own-cluster.ts'
import { renderFirst } from './render-deployment-first.ts'

/**
 * Classifies the round: the first row of `classification` that matches (control-flow.md, sections 2.5, 3.1 and 4.1). Our operation record
 * is checked before every row that relies on the state field of the reference operator.
 */
export const classify = (round: Round): Situation => renderFirst(round, classifyJob(ownCluster, classification, round))
