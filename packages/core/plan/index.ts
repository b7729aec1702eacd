/** What applying an edit would do: the operator's rounds, played in the simulated world, where nothing fails. */
export type { Impact } from './impact.ts'
export { decodeEdited, editedResource, madeUpUid } from './edited-resource.ts'
export { exactResource } from '../src/admission/exact-resource.ts'
export { plan, type PlannedEdit } from './plan-edit.ts'
export { plannedKinds, queriesBeside } from './plan.ts'
export {
  operationsOf,
  type Planned,
  type PlannedAction,
  type PlannedChange,
  plannedOf,
  type PlannedOperation,
  type PlannedRound,
} from './planned.ts'
export type { PlayEnd } from './play.ts'
export { deployMarks } from './rendered.ts'
export type { Settings, AnyDecided, PerformedEffect } from './play-round.ts'
export { type ParsedDocument, parseSource, type Source } from './input/documents.ts'
export { type InputProblem, type Place, problemText } from './input/problem.ts'
export { type FileResource, type InputSetting, type PassedOver, type Sorted, sorted } from './input/resource-document.ts'
export { deployedOf, sessionClusterOf } from './input/matching.ts'
export { type DidYouMean, refusedBySchema } from './input/schema-errors.ts'
export { asOf } from './words/as-of.ts'
export { givenIn, withPlaceholders } from './words/placeholders.ts'
export { headline, planText } from './words/plan-text.ts'
export { type PlanWords, planWords } from './words/plan-words.ts'
export { unseenText } from './words/unseen-text.ts'
export { type CrashStory, crashedAt, elapsed, type Story, storyOf } from './story/story.ts'
export type { JobOutcome } from './story/job-outcome.ts'
export type { Standing } from './story/standing.ts'
export type { StatusWrite } from './story/status-writes.ts'
export type { Actor, StoryStep } from './story/story-step.ts'
export { autoscalerKey, autoscalerKeys, type PlannedOptions, plannedOptions } from './autoscaler/planned-options.ts'
export { parseDuration } from '../src/flink-configuration/parse-duration.ts'
export type { SchemaError } from './input/schema-errors.ts'
export type { Key, PlannedResource, PlanWorld } from './world/plan-world.ts'
export type { PlayedRound } from './play-round.ts'
