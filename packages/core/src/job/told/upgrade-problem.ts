import type { Problem } from '../../round/decision.ts'

/** What a job goes on from, or how it is stopped, is for a person to say. */
export const upgradeProblem = (reason: 'RestoreFailed' | 'UpgradeFailed', message: string): Problem => ({
  owner: 'upgrade',
  type: 'UpgradeFailureException',
  message,
  reason,
})
