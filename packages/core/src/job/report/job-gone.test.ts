import { describe, expect, test } from 'vitest'
import { aJob, checkpointStatistics, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, type Given, lookedAndDecided, statusAfter, written } from '../../../fixtures/round.ts'
import { absent, known } from '../../contract/fact/fact.ts'
import { stateOfRunningJob } from '../../contract/resource/last-state.ts'
import type { RestoreSource } from '../../contract/resource/operation.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

const path = (seen: 'Checkpoints' | 'Source', place = 's3://b/cp/9') => ({ _tag: 'Path', path: place, seen }) as const
const none = { _tag: 'None', reason: 'the run started from empty state and completed no checkpoint' } as const
const cancelled = (mode: string, change: StatusChange, spec: SpecChange = {}): Given => ({
  spec: { ...spec, job: { upgradeMode: mode } },
  status: runningStatus({
    job: { state: 'CANCELED', startTime: String(aJob('CANCELED').startTime) },
    recorded: { spec: { ...spec, job: { upgradeMode: mode } }, used: 'savepoint' },
    ...change,
    record: { terminalSince: t0 - 60_000, runningSince: null, ...change.record },
  }),
  facts: runningCluster(t0, {
    jobs: known([aJob('CANCELED')], t0),
    checkpoints: known(checkpointStatistics({ completedCount: 3 }), t0),
    exceptions: known([], t0),
  }),
})

/** The person does what is said, and the operator goes on until it deploys. */
const deployedFrom = (status: FlinkDeploymentStatus, spec: SpecChange, generation = 2): RestoreSource | 'nothing is started' => {
  let now = status
  for (let rounds = 0; rounds < 8; rounds += 1) {
    const facts = runningCluster(t0, {
      jobs: known([aJob('CANCELED')], t0),
      checkpoints: known(checkpointStatistics({ completedCount: 3 }), t0),
      exceptions: known([], t0),
      ingress: absent(t0),
    })
    const next = written(lookedAndDecided({ spec, metadata: { generation }, status: now }, { ...goneCluster(), ...facts }))
    if (next?.operation?.kind === 'Deploy' && next.operation.source._tag !== 'NoJob') return next.operation.source
    if (next === null) return 'nothing is started'
    now = next
  }
  return 'nothing is started'
}

/** What the sentence says that a new restartNonce does. */
const claimed = (message: string): string =>
  /A new spec\.restartNonce starts it again from (empty state|[^,\s]+)/u.exec(message)?.[1] ?? 'nothing is started'
const done = (source: RestoreSource | 'nothing is started'): string =>
  source === 'nothing is started' ? source : source._tag === 'Path' ? source.path : source._tag === 'Empty' ? 'empty state' : 'HA metadata'

describe('V07 what is said of a job that somebody else cancelled is what happens', () => {
  const cases: readonly (readonly [string, Given, string])[] = [
    ['stateless, with a checkpoint', cancelled('stateless', { record: { lastState: path('Checkpoints') } }), 'empty state'],
    ['stateless, without one', cancelled('stateless', { record: { lastState: none } }), 'empty state'],
    ['stateless, and not known', cancelled('stateless', { record: { lastState: stateOfRunningJob } }), 'empty state'],
    ['savepoint, with a checkpoint', cancelled('savepoint', { record: { lastState: path('Checkpoints') } }), 's3://b/cp/9'],
    ['last-state, with a checkpoint', cancelled('last-state', { record: { lastState: path('Checkpoints') } }), 's3://b/cp/9'],
    ['savepoint, from where it began', cancelled('savepoint', { record: { lastState: path('Source', 's3://b/sp/0') } }), 's3://b/sp/0'],
    ['savepoint, began empty', cancelled('savepoint', { recorded: { used: 'stateless' }, record: { lastState: none } }), 'empty state'],
    ['savepoint, and not known', cancelled('savepoint', { record: { lastState: stateOfRunningJob } }), 'nothing is started'],
    [
      'savepoint, two parts of the status differ',
      cancelled('savepoint', {
        job: { state: 'CANCELED', startTime: String(aJob('CANCELED').startTime), upgradeSavepointPath: 's3://b/other' },
        record: { lastState: path('Checkpoints') },
      }),
      'nothing is started',
    ],
    [
      'savepoint, not read yet',
      cancelled('savepoint', {
        record: { lastState: stateOfRunningJob, terminalSince: t0 - 1_000 },
      }),
      'nothing is started',
    ],
  ]

  test.each(cases)('%s', (_title, given, want) => {
    const status = statusAfter(given)
    const message = errorMessageOf(status) ?? ''
    expect(claimed(message)).toBe(want)
    expect(done(deployedFrom(status, { ...given.spec, rest: { restartNonce: 1 } }))).toBe(want)
  })

  test.each(cases.slice(0, 1))('and the other way that it names: %s', (_title, given) => {
    const status = statusAfter(given)
    expect(errorMessageOf(status)).toContain('set spec.job.initialSavepointPath to that, with a new spec.job.savepointRedeployNonce')
    const redeploy = { ...given.spec?.job, initialSavepointPath: 's3://b/cp/9', savepointRedeployNonce: 1 }
    expect(done(deployedFrom(status, { ...given.spec, job: redeploy }))).toBe('s3://b/cp/9')
  })
})
