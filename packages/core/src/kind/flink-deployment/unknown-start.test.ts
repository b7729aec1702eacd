import { describe, expect, test } from 'vitest'
import { checkpointStatistics, haConfigMap, jobId, restService, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, errorMessageOf, type Given, lookedAndDecided, written } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { Facts } from '../../contract/fact/facts.ts'

/** Deployed by the reference operator, in last-state mode: nothing tells what the job was started from. */
const takenOver = (spec: NonNullable<Given['spec']>): Given => ({
  spec: { ...spec, job: { parallelism: 3, upgradeMode: 'last-state' } },
  status: runningStatus({
    recorded: { spec, used: 'last-state' },
    job: { upgradeSavepointPath: null },
    record: { attempts: 0, deployedAttempt: null, deployedSource: null },
  }),
})
const noDirectory = { configuration: { 'execution.checkpointing.savepoint-dir': '' } } as const
const seen = (change: Facts = {}): Facts => ({
  ...runningCluster(t0),
  names: known([], t0),
  services: known([restService()], t0),
  checkpoints: known(checkpointStatistics({ completedCount: 0 }), t0),
  checkpointConfiguration: known({ isDeletedOnCancel: false }, t0),
  ...change,
})
const counter: Facts = { configMaps: known([haConfigMap(jobId, ['counter'])], t0) }

describe('V03 V04 an edit of a job that was taken over, has no checkpoint, and of which nothing tells what it was started from', () => {
  test.each<readonly [string, Given, Facts]>([
    ['with HA metadata', takenOver({}), counter],
    ['without high availability', takenOver({ noHa: true }), {}],
  ])('%s: it is stopped with a savepoint', (_title, given, change) => {
    expect(effectsOf(lookedAndDecided(given, seen(change)))).toEqual(['StopWithSavepoint'])
  })

  test.each<readonly [string, Given, Facts]>([
    ['with HA metadata', takenOver(noDirectory), counter],
    ['without high availability', takenOver({ ...noDirectory, noHa: true }), {}],
  ])('%s, and no folder for savepoints: it goes on, and a person is told', (_title, given, change) => {
    const actions = lookedAndDecided(given, seen(change))
    expect(effectsOf(actions)).toEqual([])
    const status = written(actions)
    expect(status?.operation).toBeNull()
    expect(status === null ? null : errorMessageOf(status)).toContain('the status does not record what it was started from')
  })
})
