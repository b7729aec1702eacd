/** The values of `spec.job.upgradeMode`. */
export const upgradeModes = ['stateless', 'savepoint', 'last-state'] as const

/** `spec.job.upgradeMode`: what an upgrade restores from. */
export type UpgradeMode = (typeof upgradeModes)[number]

type ByMode<A> = Readonly<Record<UpgradeMode, A>>

/** Where a job that was stopped in this mode has its state. */
export const stateKeptIn: ByMode<'Nothing' | 'Savepoint' | 'HaMetadata'> = {
  stateless: 'Nothing',
  savepoint: 'Savepoint',
  'last-state': 'HaMetadata',
}

/** True if the user says that the job keeps no state. Without a mode: false. */
export const isStateless = (mode: UpgradeMode | null | undefined): boolean => mode != null && stateKeptIn[mode] === 'Nothing'

const startAgain: ByMode<UpgradeMode> = { stateless: 'stateless', savepoint: 'last-state', 'last-state': 'last-state' }

/** The mode for starting the deployed job again if the desired spec has this mode: a stateful job keeps its last state. */
export const startAgainMode = (wanted: UpgradeMode | null | undefined): UpgradeMode => (wanted == null ? 'last-state' : startAgain[wanted])
