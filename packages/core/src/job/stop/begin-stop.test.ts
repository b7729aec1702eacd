import { describe, expect, test } from 'vitest'
import { aJob, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import type { JobDecision, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { ownCluster } from '../../kind/flink-deployment/own-cluster.ts'
import type { SuspendMode } from '../../contract/resource/suspend-mode.ts'
import { stopJob } from './begin-stop.ts'

const stop = (suspend: SuspendMode, facts: FlinkDeploymentFacts): JobDecision => {
  const round: Round = seenRound({ metadata: { generation: 2 }, spec: { job: { parallelism: 3 } }, status: runningStatus(), facts })
  const { deployed } = round.desired
  if (deployed._tag !== 'Deployed') return expect.fail('nothing is deployed')
  const answer = {
    _tag: 'Available',
    suspend,
    restoreMode: 'savepoint',
    neverStarted: false,
    row: 'upgrade-mode/new-version-cancel',
    reason: 'asked',
  } as const
  return stopJob(ownCluster, round, deployed, answer, 'Upgrade', [])
}
const withJobs = (jobs: NonNullable<FlinkDeploymentFacts['jobs']>): FlinkDeploymentFacts =>
  runningCluster(t0, { jobs, checkpointConfiguration: absent(t0) })

describe('P05 nothing is asked of a job that was not seen in this round, wherever it runs', () => {
  test.each([['SAVEPOINT'], ['CANCEL']] as const)('Flink does not tell of its jobs: %s is waited with', mode => {
    expect(stop(mode, withJobs(unknown('Timeout', 'late', t0)))).toMatchObject({
      effects: [],
      status: { operation: null },
      waitingFor: 'Flink to list its jobs',
    })
  })

  test.each([['SAVEPOINT'], ['CANCEL']] as const)('it is not listed: %s is written down, and not sent', mode => {
    expect(stop(mode, withJobs(known([], t0)))).toMatchObject({ effects: [], status: { operation: { kind: 'Suspend', mode } } })
  })

  test.each([['SAVEPOINT', 'StopWithSavepoint'], ['CANCEL', 'CancelJob']] as const)('it is listed: %s is sent', (mode, _tag) => {
    expect(stop(mode, withJobs(known([aJob('RUNNING')], t0)))).toMatchObject({ effects: [{ _tag }] })
  })
})
