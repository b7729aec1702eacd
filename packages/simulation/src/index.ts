/** A pure model of Kubernetes, Flink and time, and the model checker that explores its state space. */
export type { JobLoad, LoadVertex } from './autoscaler/autoscaled.ts'
export { loadOf, passLoad, withRun } from './autoscaler/job-run.ts'
export { answerQuery } from './world/answer-query.ts'
export { type LookFaults, noLookFaults } from './world/look-faults.ts'
export { emptyWorld } from './world/empty-world.ts'
export { isSession } from './flink/cluster-configuration.ts'
export { missingImage } from './kubernetes/rendered-objects.ts'
export { shownJars } from './flink/jars.ts'
export { ownerOf } from './flink/job-manager-process.ts'
export { atJob } from './world/jobs.ts'
export { type Outcome, perform } from './world/perform.ts'
export { flinkDeploymentOf, noResources, withFlinkDeployment } from './world/resources.ts'
export type { Breach, World } from './world/world.ts'
export { fairEvents } from './world/fair-events.ts'
export { step } from './world/step-world.ts'
export type { WorldEvent } from './world/world-event.ts'
export { checkOwn, type OwnCheck, type OwnReport, type PolicyInput } from './check-own.ts'
export type { Indistinguishable } from './checker/horizons-of-options.ts'
export { replay, type Story } from './checker/story.ts'
export { replayedLines, type ReplayedStory, replayStory } from './checker/replay-story.ts'
export { exploreGraph, firstStuck, limbo, pathTo } from './checker/explore-graph.ts'
export { firstSeed, mixFirst, mixSecond, secondSeed } from './checker/word-mix.ts'
export {
  reportOf,
  verify,
  walkWorld,
  worldVerifier,
  type Verified,
  type VerifyOptions,
  type VerifyReport,
  type WorldReport,
} from './checker/verify.ts'
export type { SmallWorld } from './checker/small-world.ts'
export { allWorlds, firstMatrix, matrix } from './checker/worlds.ts'
export { fromAnotherPlace, inSlice, partOfDay, type Slice } from './checker/slice.ts'
export { decisionTableRows } from './checker/reached-rows.ts'
export { notInFirstMatrix } from './checker/rows-elsewhere.ts'
export { checkerEnv } from './checker/checker-env.ts'
export type { Decision } from './checker/decision.ts'
export type { AnyKind } from './checker/operator.ts'
export type { Entry } from './recording/edits.ts'
export { type Explained, explainRecording } from './recording/explain-recording.ts'
export { type Bounds, type Closest, usualBounds } from './recording/through-line.ts'
export { merged, type RecordedCluster, recordedClusters } from './recording/recorded-cluster.ts'
export { type WrongRound, wrongRounds } from './recording/round-effects.ts'
