/** A pure model of Kubernetes, Flink and time, and the model checker that walks through it. */
export { answerQuery, type LookFaults, noLookFaults } from './world/answer-query.ts'
export { type Outcome, perform } from './world/perform.ts'
export type { World } from './world/world.ts'
export { fairEvents, step, type WorldEvent } from './world/world-event.ts'
export { replay, type Story } from './checker/story.ts'
export { verify, type VerifyOptions, type VerifyReport, type WorldReport } from './checker/verify.ts'
export { matrix, type SmallWorld } from './checker/worlds.ts'
