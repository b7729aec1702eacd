/** Why a resource is as it is, and what comes of a recorded round: made of the operator's own decisions. */
export type { ExplainedOperation, ExplainedRetries, ExplainedScaling, ExplainedVertex, Explanation } from '../round/explanation.ts'
export type {
  RecordedBegin,
  RecordedEnd,
  RecordedLine,
  RecordedLook,
  RecordedRead,
  RecordedResource,
  RecordedStart,
  RecordedWatch,
} from './recorded-line.ts'
export { type Difference, firstDifference, type RecordedRound, type Replayed, replayRound } from './recorded-round.ts'
export { stableSpecPatch, type StableSpecPatch } from './stable-spec-patch.ts'
export { type Unseen, unseenIn } from './unseen.ts'
