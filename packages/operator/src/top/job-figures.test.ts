import type { JsonObject } from '@flink-operator/core'
import { expect, test } from 'vitest'
import { jobFigures, recordedFigures } from './job-figures.ts'

const none = { flinkVersion: null, parallelism: null, savepointAt: null, checkpointAt: null }
const deployed = (spec: JsonObject): JsonObject => ({ reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec }) } })

test.each<readonly [string, JsonObject, object]>([
  ['nothing', {}, none],
  ['a spec', { spec: { flinkVersion: 'v1_20', job: { parallelism: 4 } } }, { ...none, flinkVersion: '1.20', parallelism: 4 }],
  [
    'the deployed spec, not the edit',
    { spec: { job: { parallelism: 4 } }, status: deployed({ flinkVersion: 'v2_1', job: { parallelism: 2 } }) },
    { ...none, flinkVersion: '2.1', parallelism: 2 },
  ],
  [
    'what the cluster reported comes first',
    { spec: { flinkVersion: 'v1_20' }, status: { clusterInfo: { 'flink-version': '1.20.1' } } },
    { ...none, flinkVersion: '1.20.1' },
  ],
  ['the template of a FlinkBlueGreenDeployment', { spec: { template: { spec: { job: { parallelism: 7 } } } } }, {
    ...none,
    parallelism: 7,
  }],
  ['a FlinkApplication', { spec: { flinkVersion: '1.19', parallelism: 3 } }, { ...none, flinkVersion: '1.19', parallelism: 3 }],
  [
    'times of the status',
    {
      status: {
        jobStatus: { savepointInfo: { lastSavepoint: { timeStamp: 5 } }, checkpointInfo: { lastCheckpoint: { timeStamp: 9 } } },
      },
    },
    { ...none, savepointAt: 5, checkpointAt: 9 },
  ],
  [
    'a status of another writer',
    {
      spec: { job: [], flinkVersion: 7 },
      status: { jobStatus: 'x', clusterInfo: null, reconciliationStatus: { lastReconciledSpec: '{' } },
    },
    none,
  ],
])('recorded: %s', (_title, json, want) => expect(recordedFigures(json)).toEqual(want))

const load = {
  state: 'RUNNING',
  startTime: 0,
  parallelism: 4,
  vertices: [],
  restarts: 2,
  checkpoint: { triggeredAt: 100, duration: null, size: null },
  failedCheckpoints: null,
  busy: null,
  backPressured: null,
  unseen: [],
}

test("N06 Flink's answer comes before what is recorded; the newer checkpoint counts", () => {
  const recorded = { ...none, parallelism: 2, checkpointAt: 50 }
  expect(jobFigures(recorded, 'CREATED', load)).toEqual({ ...recorded, job: 'RUNNING', parallelism: 4, restarts: 2, checkpointAt: 100 })
  expect(jobFigures(recorded, 'CREATED', null)).toEqual({ ...recorded, job: 'CREATED', restarts: null })
  expect(jobFigures({ ...recorded, checkpointAt: 150 }, null, load).checkpointAt).toBe(150)
})
