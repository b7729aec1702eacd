import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession } from '../../../../fixtures/a-session-job.ts'

const adaptive = aSession({ configuration: { 'jobmanager.scheduler': 'adaptive', 'parallelism.default': '1' } })

const scaled = (from: number, to: number): SessionWorld => {
  const world = new SessionWorld({ job: { parallelism: from } }, adaptive).rounds(20)
  world.requirements = { a: { lower: 1, upper: from }, b: { lower: 1, upper: from } }
  return world.edit({ job: { parallelism: to } }).rounds(20)
}

describe('an edit of a session job that only scales it (control-flow.md, section 4.5)', () => {
  test('in place: what the job was run with counts, not what the cluster has for jobs that do not say', () => {
    const world = scaled(2, 3)
    expect(world.effects('UpdateResourceRequirements')).toMatchObject([{ bounds: { a: { upper: 3 }, b: { upper: 3 } } }])
    expect(world.effects('RunJar').length).toBe(1)
  })

  test('from 1, where nobody can tell which vertices follow: by an upgrade, and never told as done while nothing was', () => {
    const world = scaled(1, 2)
    expect(world.effects('UpdateResourceRequirements')).toEqual([])
    expect(world.effects('RunJar').map(it => ('parallelism' in it ? it.parallelism : null))).toEqual([1, 2])
  })
})
