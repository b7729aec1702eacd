import { describe, expect, test } from 'vitest'
import { aSession } from '../../../fixtures/a-session-job.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { environment } from '../../../fixtures/environment.ts'
import { deployedSession } from './deployed-session.ts'

describe('P02: which high availability does the JobManager have that is there?', () => {
  const { flinkDefaults } = environment(t0)
  const recorded = (noHa: boolean, state: 'DEPLOYED' | 'UPGRADING' | 'ROLLING_BACK') => {
    const view = aSession(noHa ? { noHa } : {})
    const { reconciliationStatus } = view.status
    const status = { ...view.status, reconciliationStatus: { ...reconciliationStatus, state } }
    return deployedSession({ ...view, status }, flinkDefaults)?.highAvailability
  }

  test.each(
    [
      [true, 'DEPLOYED', 'none'],
      [false, 'DEPLOYED', 'kubernetes'],
      // recorded is what comes: the one before may still be there, and bring its jobs back
      [true, 'UPGRADING', 'other'],
      [true, 'ROLLING_BACK', 'other'],
      [false, 'UPGRADING', 'kubernetes'],
    ] as const,
  )('turned off in the record: %s, %s: %s', (noHa, state, mode) => expect(recorded(noHa, state)).toBe(mode))
})
