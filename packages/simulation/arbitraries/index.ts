/**
 * fast-check arbitraries of specs, statuses, facts and worlds, for a user's own property tests. fast-check is an optional peer
 * dependency.
 */
export { facts } from './facts.ts'
export { attempt, jobId, moment } from './place.ts'
export { specs } from './specs.ts'
export { statuses } from './statuses.ts'
export { type WorldRun, worldRuns } from './worlds.ts'
