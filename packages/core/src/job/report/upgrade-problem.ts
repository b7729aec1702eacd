import type { Problem } from '../../contract/round/decision.ts'

/** The problem of an upgrade that only the user can decide: what to restore the job from, or how to stop it. */
export const upgradeProblem = (reason: 'RestoreFailed' | 'UpgradeFailed', message: string): Problem => ({
  owner: 'upgrade',
  type: 'UpgradeFailureException',
  message,
  reason,
})
