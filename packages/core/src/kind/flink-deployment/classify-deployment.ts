import type { Round } from '../../application/application-round.ts'
import type { Situation } from '../../application/application-situation.ts'
import { classifyJob } from '../../job/classify-job.ts'
import { classification } from './deployment-classification.ts'
import { ownCluster } from './own-cluster.ts'
import { renderFirst } from './render-first.ts'

/**
 * Which situation is this? The first row of `classification` that fits (control-flow.md, sections 2.5, 3.1 and 4.1, with our operation
 * record before all that rests on the reference operator's state).
 */
export const classify = (round: Round): Situation => renderFirst(round, classifyJob(ownCluster, classification, round))
