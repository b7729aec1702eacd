import { describe, expect, test } from 'vitest'
import { scenarios } from '../../../../../test/unit/drop-in/hand-back-scenarios.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { missingFields, phaseOf, phases, referenceFields } from './hand-back.ts'

interface Written {
  readonly scenario: string
  readonly status: FlinkDeploymentStatus
  readonly reason: string
}

const written: readonly Written[] = scenarios.flatMap(({ name, run }) =>
  run().log.flatMap(entry => (entry._tag === 'Status' ? [{ scenario: name, status: entry.status, reason: entry.reason }] : []))
)

const inPhase = (phase: string): readonly Written[] => written.filter(({ status }) => phaseOf(status)?.phase === phase)

describe('putting the reference operator back (design.md, section 7)', () => {
  test('each status that is written is of a phase of the table', () => {
    expect(written.filter(({ status }) => phaseOf(status) === undefined).map(({ scenario, reason }) => `${scenario}: ${reason}`)).toEqual(
      [],
    )
  })

  test.each(phases.map(({ phase }) => [phase] as const))(
    '%s: it is reached, and each status written in it has the fields that the reference goes on from',
    phase => {
      const found = inPhase(phase)
      expect(found.length).toBeGreaterThan(0)
      expect([
        ...new Set(found.flatMap(({ scenario, status, reason }) => missingFields(status).map(field => `${scenario}: ${reason}: ${field}`))),
      ]).toEqual([])
    },
  )

  test('B09 UPGRADING and ROLLING_BACK are written only with a record that says suspended and a source for its mode, or while a cancel goes on', () => {
    const wrong = written.filter(({ status }) => {
      const { reconciliation, record, source } = referenceFields(status)
      const goesBack = reconciliation === 'UPGRADING' || reconciliation === 'ROLLING_BACK'
      return goesBack && record !== 'absent' && status.operation?.kind !== 'Suspend' && (record !== 'suspended' || source === 'marker')
    })
    expect(wrong.map(({ scenario, reason }) => `${scenario}: ${reason}`)).toEqual([])
  })
})
