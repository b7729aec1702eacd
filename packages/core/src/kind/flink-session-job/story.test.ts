import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import type { RunJar } from '../../action/run-jar.ts'
import { isJobIdOf } from '../../resource/mint-id.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const deletionTimestamp = '2023-11-14T22:30:00Z'

describe('a session job in a cluster that is ready (session-snapshot-bluegreen.md, section 2)', () => {
  test('it is submitted once, from its jar, under an id that was written down before, and its jar is deleted again (B02, E-11)', () => {
    const world = new SessionWorld().rounds(12)
    expect(world.effects('UploadJar', 'RunJar', 'DeleteJar').map(({ _tag }) => _tag)).toEqual(['UploadJar', 'RunJar', 'DeleteJar'])
    const [run] = runs(world)
    if (run === undefined) return expect.fail('nothing was run')
    expect(run).toMatchObject({ savepointPath: null, parallelism: 2, flinkVersion: 'v1_20', entryClass: null })
    expect(isJobIdOf(world.resource.meta.uid, run.jobId)).toBe(true)
    const written = world.done.slice(0, world.done.indexOf(run)).findLast(({ _tag }) => _tag === 'PersistStatus')
    expect(written).toMatchObject({ status: { operation: { kind: 'Submit', step: 'Run', jobId: run.jobId, targetGeneration: 1 } } })
    expect(world.status).toMatchObject({
      operation: null,
      observedGeneration: 1,
      jobStatus: { state: 'RUNNING', jobId: run.jobId },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
    expect(world.jars).toEqual([])
  })

  test('once stable nothing is written any more (P08)', () => {
    const world = new SessionWorld().rounds(40)
    expect(world.status.lifecycleState).toBe('STABLE')
    const before = world.done.length
    expect(world.rounds(5).done.length).toBe(before)
  })

  test('suspended with a savepoint, resumed from it under another id, deleted (B35, E-56)', () => {
    const world = new SessionWorld().rounds(12)
    world.edit({ job: { state: 'suspended' } }).rounds(8)
    expect(world.alive).toEqual([])
    expect(world.status).toMatchObject({ lifecycleState: 'SUSPENDED', observedGeneration: 2, operation: null })
    const path = world.status.jobStatus.upgradeSavepointPath
    expect(path).toMatch(/^s3:\/\/b\/sp\//u)
    world.edit({ job: { state: 'running' } }).rounds(12)
    const [first, second] = runs(world)
    expect(second).toMatchObject({ savepointPath: path })
    expect(second?.jobId).not.toBe(first?.jobId)
    expect(world.alive).toEqual([second?.jobId])
    world.edit({ metadata: { deletionTimestamp } }).rounds(8)
    expect(world.alive).toEqual([])
    expect(world.isGone).toBe(true)
  })
})
