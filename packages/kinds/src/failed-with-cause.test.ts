import { describe, expect, test } from 'vitest'
import { activeBlue, later, settled } from '../../core/fixtures/blue-green.ts'
import type { Play } from '../../core/fixtures/played-blue-green.ts'
import { switching } from '../../core/fixtures/blue-green-plays.ts'
import { aContainer, aDeployment, aJob, anException, aPod, runningCluster, waiting } from '../../core/fixtures/cluster-facts.ts'
import { runningStatus } from '../../core/fixtures/deployment-status.ts'
import { running } from '../../lyft/fixtures/flink-application-world.ts'
import { t0 } from '../../core/fixtures/flink-deployment-resource.ts'
import { statusAfter, written } from '../../core/fixtures/round.ts'
import { runningSession, sessionDecided } from '../../core/fixtures/session-cluster-round.ts'
import { SessionWorld } from '../../core/fixtures/session-job-round.ts'
import { runningJob, snapshotActions, underWay } from '../../core/fixtures/state-snapshot.ts'
import { known, unknown } from '../../core/src/contract/fact/fact.ts'
import { type KindName, kinds } from '@flink-operator/kinds'
import type { Condition } from '../../core/src/contract/resource/condition.ts'

/*
 * Whoever reads the conditions alone sees why it failed, whatever its kind. A kind that is new has no rows here, and is told.
 */

const rootCause = 'java.io.IOException: disk full'
const trace = (cause: string): string => `java.lang.RuntimeException: outer\n\tat A\nCaused by: ${cause}`

type Reported = readonly Condition[] | undefined

const deploymentWith = (cause: string): Reported =>
  statusAfter({
    status: runningStatus(),
    facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0), exceptions: known([anException(trace(cause))], t0) }),
  }).conditions

const sessionJobWith = (cause: string): Reported => {
  const world = new SessionWorld().rounds(40)
  world.exceptions = [anException(trace(cause))]
  for (const jobId of world.alive) world.setState(jobId, 'FAILED')
  return world.rounds(2).status.conditions
}

const playedWithStalledChild = (name: string, play: Play, message: string): Play => {
  const child = play.children[name] ?? expect.fail('it is there')
  const { view } = child
  const stalled: Condition = {
    type: 'Stalled',
    status: 'True',
    reason: 'Error',
    message,
    lastTransitionTime: new Date(t0).toISOString(),
    observedGeneration: 1,
  }
  const status = {
    ...view.status,
    lifecycleState: 'FAILED' as const,
    jobStatus: { ...view.status.jobStatus, state: 'FAILED' as const },
    conditions: [stalled],
  }
  return later({ ...play, children: { ...play.children, [name]: { ...child, view: { ...view, status } } } }, 1_000)
}

const applicationWith = (cause: string): Reported => {
  const world = running()
  world.exceptions = [anException(trace(cause))]
  for (const job of world.alive) world.end(job, 'FAILED')
  return world.rounds(2).status.conditions
}

const tables: { readonly [Kind in KindName]?: readonly (readonly [what: string, conditions: (cause: string) => Reported])[] } = {
  FlinkDeployment: [
    ['an application whose job FAILED', deploymentWith],
    ['a session cluster whose JobManager does not come up', cause =>
      written(sessionDecided({
        facts: runningSession({
          deployment: known(aDeployment({ availableReplicas: 0 }), t0),
          jobs: unknown('Unreachable', 'x', t0),
          jobManagerPods: known([aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', cause) })] })], t0),
        }),
      }))?.conditions],
  ],
  FlinkSessionJob: [['a job that FAILED', sessionJobWith]],
  FlinkBlueGreenDeployment: [[
    'the child that serves says why its job FAILED',
    cause => settled(playedWithStalledChild('app-blue', activeBlue(), cause)).parent?.status.conditions,
  ]],
  FlinkApplication: [['a live version whose job FAILED', applicationWith], ['an update whose new job FAILED', cause => {
    const world = running()
    world.jobsRun = false
    world.exceptions = [anException(trace(cause))]
    world.edit({ image: 'lyft/flink:2' }).until('SubmittingJob')
    for (let i = 0; i < 20 && world.alive.length === 0; i += 1) world.rounds(1)
    for (const job of world.alive) world.end(job, 'FAILED')
    world.jobsRun = true
    return world.until('DeployFailed').rounds(2).status.conditions
  }]],
  FlinkStateSnapshot: [['a savepoint that Flink could not take', cause => {
    const actions = snapshotActions({
      spec: { savepoint: {}, backoffLimit: 0 },
      status: underWay(),
      facts: runningJob(t0, {
        savepointOperation: known({ _tag: 'Failed', causes: [{ type: 'java.io.IOException', message: cause }], savepointPath: null }, t0),
      }),
    })
    return actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status.conditions] : [])).at(-1)
  }]],
}
const rows = Object.entries(tables).flatMap(([kind, all]) => all.map(([what, conditions]) => [kind, what, conditions] as const))

const find = (conditions: Reported, type: string): Condition => conditions?.find(it => it.type === type) ?? expect.fail(`no ${type}`)

test.each(Object.keys(kinds) as KindName[])('%s: how it fails is played', kind => expect(tables[kind] ?? []).not.toEqual([]))

describe.each(rows)('%s: %s', (_kind, _what, conditions) => {
  test('Stalled and Ready say why', () => {
    const reported = conditions(rootCause)
    expect(find(reported, 'Stalled')).toMatchObject({ status: 'True', message: expect.stringContaining(rootCause) as string })
    expect(find(reported, 'Ready')).toMatchObject({ status: 'False', message: expect.stringContaining(rootCause) as string })
    expect(find(reported, 'Reconciling').status).toBe('False')
  })

  test('what is long is cut at 1,000 bytes, never within a character', () => {
    const { message } = find(conditions('語'.repeat(2_000)), 'Stalled')
    expect(message).toMatch(/語…$/u)
    expect(Buffer.byteLength(message)).toBeGreaterThan(990)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1_000)
  })
})

test('P08 a cause that Flink does not tell any more stays told', () => {
  const world = running()
  world.exceptions = [anException(trace(rootCause))]
  for (const job of world.alive) world.end(job, 'FAILED')
  const { writes, status } = world.rounds(2)
  world.unobservable = ['GetJobExceptions']
  expect(world.rounds(3).status.conditions).toEqual(status.conditions)
  expect(world.writes).toBe(writes)
})

test('a switch goes back by itself: what the new child says is told, and nobody has to do anything', () => {
  const reported = settled(playedWithStalledChild('app-green', switching(), rootCause)).parent?.status.conditions
  expect(find(reported, 'Reconciling')).toMatchObject({ status: 'True', message: expect.stringContaining(rootCause) as string })
  expect(find(reported, 'Stalled').status).toBe('False')
})
