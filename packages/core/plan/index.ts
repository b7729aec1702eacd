/** What applying an edit would do: the operator's rounds, played in the simulated world, where nothing fails. */
export type { Impact } from './impact.ts'
export { decodeEdited, editedResource } from './edited-resource.ts'
export { plan, type PlannedEdit } from './plan-edit.ts'
export { plannedKinds, queriesBeside } from './plan.ts'
export { type Planned, type PlannedAction, type PlannedChange, plannedOf, type PlannedRound } from './planned.ts'
export type { PlayEnd } from './play.ts'
export type { Settings } from './play-round.ts'
