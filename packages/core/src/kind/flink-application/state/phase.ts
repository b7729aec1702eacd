/** The states of an application (lyft-flinkapplication.md, section 2.1). */
export const phases = [
  'New',
  'Updating',
  'Rescaling',
  'ClusterStarting',
  'Savepointing',
  'Cancelling',
  'Recovering',
  'SubmittingJob',
  'RollingBackJob',
  'Running',
  'DeployFailed',
  'DualRunning',
  'Deleting',
] as const

export type Phase = (typeof phases)[number]

/** What runs is cared for; its errors are told, and never counted (section 2.5.2). */
export const isAtRest = (phase: Phase): boolean => phase === 'Running' || phase === 'DeployFailed'

/** Every state but Deleting. */
export const notDeleting = phases.filter((phase): phase is Exclude<Phase, 'Deleting'> => phase !== 'Deleting')

/** The states that end only with what is recorded in `operation`. */
export const underWay: readonly Phase[] = phases.filter(phase => phase !== 'New' && !isAtRest(phase) && phase !== 'DualRunning')

/** The state that a word of `status.phase` names; null: none of them. `New` is written as the empty word. */
export const phaseOf = (word: string): Phase | null => word === '' ? 'New' : phases.find(phase => phase === word && phase !== 'New') ?? null

export const wordOf = (phase: Phase): string => (phase === 'New' ? '' : phase)
