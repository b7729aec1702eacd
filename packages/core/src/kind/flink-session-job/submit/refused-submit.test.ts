import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import type { RunJar } from '../../../contract/action/run-jar.ts'

/** Flink refuses the edited job each time: its main throws. */
const thrown = (configuration: Readonly<Record<string, string>> = {}): SessionWorld => {
  const rest = { flinkConfiguration: configuration }
  const world = new SessionWorld({ rest }).rounds(20)
  world.throwing = 'Bad'
  return world.edit({ rest, job: { entryClass: 'Bad' } })
}
const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')

const rollback = {
  'kubernetes.operator.deployment.rollback.enabled': 'true',
  'kubernetes.operator.deployment.readiness.timeout': '1 min',
}

describe('a job that Flink refuses again and again', () => {
  test('P17 is tried with pauses that grow up to their bound, though rounds succeed in between', () => {
    const world = thrown().rounds(300)
    const pauses = world.refusals.slice(1).map((at, index) => at - (world.refusals[index] ?? 0))
    expect(pauses.length).toBeGreaterThan(8)
    for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual(pauses[index] ?? 0)
    expect(Math.max(...pauses)).toBeGreaterThan(120_000)
    expect(Math.max(...pauses)).toBeLessThan(320_000)
    expect(world.status.error).toContain('main threw')
  })

  test('an edit that mends it is followed at once, from the savepoint of the stop', () => {
    const world = thrown().rounds(60).edit({ job: { entryClass: 'Good' } }).rounds(20)
    expect(runs(world).at(-1)).toMatchObject({ entryClass: 'Good', savepointPath: expect.stringMatching(/^s3:\/\/b\/sp\//) as unknown })
    expect([world.alive.length, world.status.error]).toEqual([1, null])
  })

  test('4.9 with rollback it counts as not coming up: the last stable spec goes on from the same savepoint', () => {
    const world = thrown(rollback).rounds(60)
    expect(runs(world).at(-1)).toMatchObject({ entryClass: null, savepointPath: expect.stringMatching(/^s3:\/\/b\/sp\//) as unknown })
    expect(world.effects('StopWithSavepoint').length).toBe(1)
    expect(world.alive.length).toBe(1)
    expect(world.status).toMatchObject({ operation: null, reconciliationStatus: { state: 'ROLLED_BACK' }, jobStatus: { state: 'RUNNING' } })
    expect(world.status.reconciliationStatus.lastReconciledSpec).toContain('"entryClass":"Bad"')
    const { length } = world.refusals
    world.rounds(100)
    expect(world.refusals.length).toBe(length)
  })

  test('4.9 not before the readiness time is over, nor after another edit, nor where it is deleted', () => {
    const early = thrown(rollback).rounds(12)
    expect([early.refusals.length > 0, early.status.reconciliationStatus.state]).toEqual([true, 'UPGRADING'])
    const deleted = thrown(rollback).rounds(12)
      .edit({ metadata: { deletionTimestamp: '2023-11-14T23:00:00Z', finalizers: ['flinksessionjobs.flink.apache.org/finalizer'] } })
      .rounds(60)
    expect([deleted.isGone, runs(deleted).length]).toEqual([true, 1])
  })
})
