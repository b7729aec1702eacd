/** Explains the state of a resource, and replays recorded rounds, with the decisions of the operator. */
export type { ExplainedOperation, ExplainedRetries, ExplainedScaling, ExplainedVertex, Explanation } from '../contract/round/explanation.ts'
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
export { type Unseen, unseenIn } from './recorded-round.ts'
