/** Why a resource is as it is, and what comes of a recorded round: made of the operator's own decisions. */
export { explainRound } from './explain-round.ts'
export { explainSnapshotRound } from './explain-snapshot-round.ts'
export { type ExplainedKind, explainedKinds } from './explained-kinds.ts'
export type { ExplainedOperation, ExplainedRetries, Explanation } from './explanation.ts'
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
