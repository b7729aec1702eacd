import { describe, expect, test } from 'vitest'
import { haConfigMap } from '../../../fixtures/cluster-facts.ts'
import { aSuspend } from '../../../fixtures/deployment-status.ts'
import { type Failing, SessionWorld } from '../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../fixtures/a-session-job.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'

const source = 's3://b/init'

/** The submit was begun, from a savepoint; nothing is sent. */
const begun = (change: SessionJobChange = {}, session = aSession()): SessionWorld => {
  const world = new SessionWorld({ job: { initialSavepointPath: source }, ...change }, session)
  for (let i = 0; i < 10 && world.status.operation === null; i += 1) world.rounds(1)
  expect(world.status.operation).toMatchObject({ kind: 'Submit', step: 'Upload' })
  return world
}

/** Its jar is there. */
const uploaded = (change: SessionJobChange = {}, session = aSession()): SessionWorld => {
  const world = begun(change, session).rounds(1)
  expect(world.jars.length).toBe(1)
  return world
}

const sent = (failing: Failing, session = aSession()): SessionWorld => {
  const world = uploaded({}, session)
  world.failing = failing
  return world.rounds(1)
}

/** The answer of the run is lost. */
const lost = (happens: boolean, session = aSession()): SessionWorld => sent({ at: 'RunJar', happens }, session)

/** Flink may have refused it. */
const refused = (): SessionWorld => sent({ at: 'RunJar', happens: false, error: { _tag: 'Invalid', applied: 'Maybe', message: 'no' } })

const operationOf = ({ status: { operation } }: Pick<SessionWorld, 'status'>): SubmitOperation => {
  if (operation?.kind !== 'Submit') throw new Error('no submit is under way')
  return operation
}

const withStatus = (world: SessionWorld, change: (status: FlinkSessionJobStatus) => FlinkSessionJobStatus): SessionWorld => {
  world.resource = { ...world.resource, status: change(world.status) }
  return world
}

/** What the next round would do: its effects, and what it waits for, how long. */
const nextOf = (world: SessionWorld) => {
  const { next } = world
  const last = next.at(-1)
  return {
    effects: next.map(({ _tag }) => _tag).filter(tag => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(tag)),
    events: next.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : [])),
    after: last?._tag === 'Requeue' ? last.after : null,
    waitingFor: last?._tag === 'Requeue' ? last.waitingFor : null,
  }
}

const noLife = { deploymentUid: null, podUid: null, restartCount: null, jobStartTime: null }

/** How long it is until what is waited for while Flink or Kubernetes is to show it. */
const progress = 10_000
const poll = 1_000

describe('a submit goes on by live looks alone (session-snapshot-bluegreen.md, section 2.5)', () => {
  test('Upload: its jar is not there: uploaded under the name of its attempt, and looked for at once', () => {
    const world = begun()
    expect(nextOf(world)).toEqual({ effects: ['UploadJar'], events: [], after: 0, waitingFor: 'Flink to list the jar' })
    expect(world.next).toContainEqual(expect.objectContaining({ _tag: 'UploadJar', name: `${operationOf(world).id}.jar` }))
  })

  test('Upload: its jar is there: what is run is written down first, with id, life and moment, and told once', () => {
    const world = uploaded()
    const { jobId } = operationOf(world)
    expect(nextOf(world)).toEqual({ effects: ['RunJar'], events: ['Submit'], after: poll, waitingFor: `Flink to list job ${jobId ?? ''}` })
    expect(world.next.map(({ _tag }) => _tag).slice(0, 1)).toEqual(['PersistStatus'])
    expect(world.next[0]).toMatchObject({
      status: {
        operation: { step: 'Run', sentAt: world.now, incarnation: { podUid: 'uid-pod', restartCount: 0 } },
        jobStatus: { jobId, state: 'RECONCILING' },
        operatorRecord: { lastState: { _tag: 'Unknown' } },
      },
    })
    expect(world.next).toContainEqual(expect.objectContaining({ _tag: 'RunJar', jobId, savepointPath: source, jarId: world.jars[0]?.id }))
  })

  test('Upload: the jar of another attempt is not its jar', () => {
    const world = begun()
    world.jars = [{ id: 'x_other.jar', name: 'other.jar', uploaded: 1 }]
    expect(nextOf(world).effects).toEqual(['UploadJar'])
  })

  test.each<readonly [string, () => SessionWorld, SessionWorld['unobservable'], number, RegExp]>([
    ["Flink's jobs", begun, ['GetJobsOverview'], progress, /^Flink to list its jobs: not seen$/u],
    ["Flink's jars", begun, ['GetJars'], progress, /^Flink to list its jars: not seen$/u],
    [
      'the JobManager that it is to be sent to',
      uploaded,
      ['ListJobManagerPods'],
      progress,
      /^the Kubernetes API to return the JobManager that the job is/u,
    ],
    ["Flink's jobs, after it was sent", () => lost(true), ['GetJobsOverview'], progress, /^Flink to list its jobs: not seen$/u],
    ['HA metadata, after it was sent and is not listed', () => lost(false), ['ListConfigMaps'], progress, /^the HA metadata/u],
  ])('P14 nothing is sent while it is not seen: %s', (_title, given, unobservable, after, words) => {
    const world = given()
    world.unobservable = unobservable
    const next = nextOf(world)
    expect([next.effects, next.after]).toEqual([[], after])
    expect(next.waitingFor).toMatch(words)
  })

  test('what is not needed need not be seen: jars, once it was sent and is listed', () => {
    const world = lost(true)
    world.unobservable = ['GetJars']
    expect(world.rounds(1).status).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
    expect(world.effects('DeleteJar')).toEqual([])
  })

  test('nothing new is sent to a session cluster that is being changed', () => {
    const world = begun()
    const { session } = world
    world.session = session === null ? null : { ...session, status: { ...session.status, operation: aSuspend({ step: 'TearDown' }) } }
    expect(nextOf(world)).toMatchObject({
      effects: [],
      waitingFor: 'session cluster app is being changed (Suspend)',
      after: progress,
    })
  })

  test('not before the time of the next attempt, and then', () => {
    const world = begun()
    const retryAt = world.now + 7_000
    withStatus(world, status => ({ ...status, operatorRecord: { ...status.operatorRecord, retryAt } }))
    expect(nextOf(world)).toMatchObject({ effects: [], after: 7_000, waitingFor: 'the time of the next attempt' })
    world.now = retryAt - 1
    expect(nextOf(world)).toMatchObject({ effects: [], after: 1 })
    world.now = retryAt
    expect(nextOf(world).effects).toEqual(['UploadJar'])
  })
})

describe('sent, and not listed (B02, P01, P14)', () => {
  test('the same life: the same id is sent again, from the same source, and told no more', () => {
    const world = lost(false)
    const { jobId } = operationOf(world)
    expect(nextOf(world)).toMatchObject({ effects: ['RunJar'], events: [], after: poll })
    expect(world.next).toContainEqual(expect.objectContaining({ _tag: 'RunJar', jobId, savepointPath: source }))
  })

  test('HA metadata holds it: it is waited for', () => {
    const world = lost(false)
    world.configMaps = [haConfigMap(operationOf(world).jobId ?? '')]
    expect(nextOf(world)).toMatchObject({
      effects: [],
      after: progress,
      waitingFor: expect.stringMatching(/recover the job/u) as string,
    })
  })

  test("another job's HA metadata is nothing to wait for", () => {
    const world = lost(false)
    world.configMaps = [haConfigMap('e'.repeat(32))]
    expect(nextOf(world).effects).toEqual(['RunJar'])
  })

  test.each(['pod', 'container'])('another life of the JobManager (%s): it may have run there; nothing is sent', what => {
    const world = lost(false, aSession({ noHa: true }))
    const { incarnation } = operationOf(world)
    if (what === 'pod') world.pod = 'uid-next'
    else
      withStatus(world, status => ({
        ...status,
        operation: { ...operationOf(world), incarnation: { ...noLife, ...incarnation, restartCount: 7 } },
      }))
    expect(nextOf(world).effects).toEqual([])
    world.rounds(1)
    expect(world.status).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
    expect(world.status.operatorRecord.incarnation).toMatchObject({ podUid: incarnation?.podUid })
    expect(world.status.operatorRecord.lastState).toMatchObject({ _tag: 'Unknown' })
  })

  test('listed: recorded as submitted with what it was started from; its jar goes first', () => {
    const world = lost(true)
    const { id, jobId } = operationOf(world)
    expect(nextOf(world)).toMatchObject({ effects: ['DeleteJar'], after: poll })
    world.rounds(1)
    expect(world.status).toMatchObject({
      operation: null,
      jobStatus: { jobId },
      operatorRecord: { deployedAttempt: id, deployedSource: { _tag: 'Path', path: source }, lastState: { _tag: 'Unknown' } },
    })
    expect(world.jars).toEqual([])
  })

  test('a jar that arrived twice goes twice, and that of another attempt stays', () => {
    const world = lost(true)
    const other = { id: 'y_other.jar', name: 'other.jar', uploaded: 1 }
    world.jars = [...world.jars, ...world.jars.map(jar => ({ ...jar, id: 'x_again.jar' })), other]
    world.rounds(1)
    expect(world.jars).toEqual([other])
  })

  test('nothing is left of it to take away: recorded at once', () => {
    const world = lost(true)
    world.jars = []
    expect(nextOf(world)).toMatchObject({ effects: [], after: poll })
    expect(world.rounds(1).status.operation).toBeNull()
  })
})

describe('Flink refused it, and the job may be there all the same', () => {
  test('it is looked for, for five seconds; then it is as before it was sent', () => {
    const world = refused()
    const { sentAt, step } = operationOf(world)
    expect(step).toBe('Refused')
    world.now = (sentAt ?? 0) + 3_000
    expect(nextOf(world)).toMatchObject({
      effects: [],
      after: 2_000,
      waitingFor: expect.stringMatching(/^Flink to list its jobs again/u) as string,
    })
    world.now = (sentAt ?? 0) + 4_999
    expect(nextOf(world)).toMatchObject({ effects: [], after: 1 })
    world.now = (sentAt ?? 0) + 5_000
    world.rounds(1)
    expect(world.status).toMatchObject({
      operation: { step: 'Upload', incarnation: null, sentAt: null },
      operatorRecord: { lastState: { _tag: 'NeverStarted' } },
    })
  })

  test('when it was sent is not recorded: as if just now', () => {
    const world = withStatus(refused(), status => ({ ...status, operation: { ...operationOf({ status }), sentAt: null } }))
    const { now } = world
    world.rounds(1)
    world.now = now
    expect(nextOf(world)).toMatchObject({ effects: [], after: 5_000 })
  })
})

describe('something else is wanted by now', () => {
  const edited = (world: SessionWorld): SessionWorld => world.edit({ job: { parallelism: 7 } })

  test('before it was sent: given up at once; its jar goes, and the state is what it was to start from', () => {
    const world = edited(uploaded())
    expect(nextOf(world).effects).toEqual(['DeleteJar'])
    world.rounds(1)
    expect(world.status).toMatchObject({ operation: null, operatorRecord: { lastState: { _tag: 'NeverStarted' }, retryAt: null } })
    expect([world.jars, world.effects('RunJar')]).toEqual([[], []])
  })

  test('after it was sent: not sent again; its jar goes, and it is given up when it can not come any more, not before', () => {
    const world = edited(lost(false))
    const { sentAt } = operationOf(world)
    expect(nextOf(world).effects).toEqual(['DeleteJar'])
    world.rounds(1)
    expect(operationOf(world)).toMatchObject({ step: 'Abandon', sentAt })
    expect(world.jars).toEqual([])
    expect(nextOf(world)).toMatchObject({
      effects: [],
      after: progress,
      waitingFor: expect.stringMatching(/but may still start$/u) as string,
    })
    const end = (sentAt ?? 0) + 600_000
    world.now = end - 1
    expect(nextOf(world)).toMatchObject({ effects: [], after: 1 })
    world.now = end
    world.rounds(1)
    expect(world.status.operation?.kind === 'Submit' ? world.status.operation.id : null).toBeNull()
  })

  test.each(['Run', 'Refused', 'Abandon'] as const)(
    'W50 P06 P25 %s, and the time of the request was removed: it counts from now, and comes to an end',
    step => {
      const world = withStatus(
        edited(lost(false)),
        status => ({ ...status, operation: { ...operationOf({ status }), step, sentAt: null } }),
      )
      const sentAt = world.now
      world.rounds(1)
      expect(operationOf(world)).toMatchObject({ step, sentAt })
      world.rounds(2)
      world.now += 600_000
      world.rounds(2)
      expect(world.status.operation?.id).not.toBe(operationOf(lost(false)).id)
    },
  )

  test('after it was sent, and it is listed by now: recorded, so that it is stopped with its state', () => {
    const world = edited(lost(true)).rounds(1)
    expect(world.status).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
  })

  test('the resource is being deleted: nothing is sent', () => {
    const world = uploaded().edit({ metadata: { deletionTimestamp: '2023-11-14T23:00:00Z' } }).rounds(20)
    expect([world.effects('RunJar'), world.isGone]).toEqual([[], true])
  })
})

describe('somebody took the id of its job out of the attempt (P25)', () => {
  const withoutId = (world: SessionWorld): SessionWorld =>
    withStatus(world, status => ({ ...status, operation: { ...operationOf({ status }), jobId: null } }))

  test('before it was sent: another attempt takes its place, with an id of its own', () => {
    const world = withoutId(uploaded())
    world.rounds(1)
    expect(world.status.operation).toBeNull()
    world.rounds(20)
    expect([world.effects('RunJar').length, world.alive.length]).toEqual([1, 1])
  })

  test('after it was sent: it may have run, and a person is asked', () => {
    const world = withoutId(lost(false)).rounds(1)
    expect(world.status.operation).toBeNull()
    expect(world.status.operatorRecord.lastState).toMatchObject({
      _tag: 'Unknown',
      why: 'Contradicted',
      reason: 'status.operation has no job id of this attempt',
    })
  })
})
