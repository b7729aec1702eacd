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

/** Steady state: the operator looks after the running job. It reports errors and does not count them (section 2.5.2). */
export const isAtRest = (phase: Phase): boolean => phase === 'Running' || phase === 'DeployFailed'

/** Every state but Deleting. */
export const notDeleting = phases.filter((phase): phase is Exclude<Phase, 'Deleting'> => phase !== 'Deleting')

/** States with an operation in progress: they need what is recorded in `operation`. */
export const underWay: readonly Phase[] = phases.filter(phase => phase !== 'New' && !isAtRest(phase) && phase !== 'DualRunning')

/** The state that `status.phase` names, or null if it names none. `New` is written as the empty string. */
export const phaseOf = (word: string): Phase | null => word === '' ? 'New' : phases.find(phase => phase === word && phase !== 'New') ?? null

export const wordOf = (phase: Phase): string => (phase === 'New' ? '' : phase)
