import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { flinkOptions } from './flink-options.ts'
import { readOption } from './option.ts'
import { sessionJobConfiguration } from './deploy-configuration.ts'

const job: JobSpec = {
  jarURI: null,
  parallelism: 1,
  entryClass: null,
  args: [],
  state: 'running',
  savepointTriggerNonce: null,
  initialSavepointPath: null,
  checkpointTriggerNonce: null,
  upgradeMode: 'savepoint',
  allowNonRestoredState: null,
  savepointRedeployNonce: null,
  autoscalerResetNonce: null,
}

const cluster: FlinkDeploymentSpec = {
  job: null,
  restartNonce: null,
  flinkConfiguration: { 'state.savepoints.dir': 's3://cluster' },
  image: null,
  imagePullPolicy: null,
  serviceAccount: null,
  flinkVersion: 'v1_20',
  ingress: null,
  podTemplate: null,
  jobManager: null,
  taskManager: null,
  logConfiguration: null,
  mode: null,
}

test.each(['state.savepoints.dir', 'execution.checkpointing.savepoint-dir', 'savepoints.state.backend.fs.dir'])(
  "C-D10 savepoints of a session job go where the job says under %s, not to the cluster's directory",
  key => {
    const made = sessionJobConfiguration(
      { meta: { namespace: 'ns', name: 'session', generation: 1 }, deployedSpec: cluster, currentSpec: cluster },
      { name: 'job', job, flinkConfiguration: { [key]: 's3://job' } },
      { configuration: {}, logConfiguration: {} },
    )
    expect(E.isRight(made) && readOption(made.right.configuration, flinkOptions.savepointDirectory)).toEqual(E.right('s3://job'))
  },
)
