import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { initialFlinkSessionJobStatus } from '../flink-session-job-codec.ts'

const running = (change: SessionJobChange = {}): SessionWorld => new SessionWorld(change, aSession({ noHa: true })).rounds(20)

const forgotten = (upgradeMode: string): SessionWorld => {
  const world = running({ job: { upgradeMode } })
  world.jobs = []
  return world.rounds(10)
}

/** Its status was wiped while its job runs. */
const wiped = (): SessionWorld => {
  const world = running()
  world.resource = { ...world.resource, status: initialFlinkSessionJobStatus }
  return world.rounds(3)
}

const stopped = (world: SessionWorld): SessionWorld => {
  world.setState(world.alive[0] ?? '', 'FINISHED')
  return world
}

const from = (nonce: number): SessionJobChange => ({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: nonce } })

interface Way {
  readonly given: () => SessionWorld
  readonly row: string
  /** What explain names. */
  readonly names: readonly string[]
  /** A person does so. */
  readonly done: (world: SessionWorld) => SessionWorld
}

describe('explain names what a person can do, and that leads out', () => {
  test.each<readonly [string, Way]>([
    ['lost/forgotten a stateless job ended and was forgotten: run again', {
      given: () => forgotten('stateless'),
      row: 'lost/forgotten',
      names: ['spec.restartNonce'],
      done: world => world.edit({ rest: { restartNonce: 1 } }),
    }],
    ['lost/forgotten one with state: from a state that is named', {
      given: () => forgotten('savepoint'),
      row: 'lost/forgotten',
      names: ['spec.job.initialSavepointPath', 'spec.job.savepointRedeployNonce'],
      done: world => world.edit(from(1)),
    }],
    ['lost/forgotten one with state: from nothing', {
      given: () => forgotten('savepoint'),
      row: 'lost/forgotten',
      names: ['spec.job.upgradeMode: stateless'],
      done: world => world.edit({ job: { upgradeMode: 'stateless' } }),
    }],
    ['record-lost/job-alive the record is lost, and the job runs: it is stopped first', {
      given: wiped,
      row: 'record-lost/job-alive',
      names: ['stop the running job with a savepoint', 'spec.job.initialSavepointPath'],
      done: world => stopped(world).edit(from(1)),
    }],
    ['record-lost/job-listed-as-ended the record is lost, and nothing runs', {
      given: () => stopped(wiped()).rounds(3),
      row: 'record-lost/job-listed-as-ended',
      names: ['spec.job.initialSavepointPath', 'spec.job.upgradeMode: stateless'],
      done: world => world.edit(from(1)),
    }],
  ])('%s', (_title, { given, row, names, done }) => {
    const world = given()
    const { situation } = world
    expect([situation.row, situation.unblockedBy.who]).toEqual([row, 'person'])
    for (const name of names) expect(situation.unblockedBy.what).toContain(name)
    const before = world.effects('RunJar').length
    done(world).rounds(40)
    expect([world.effects('RunJar').length, world.alive.length, world.status.error]).toEqual([before + 1, 1, null])
  })
})
