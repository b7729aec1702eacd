import type { RestEndpoint } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { FlinkQuery } from '@flink-operator/core/query'

const jobId = 'a'.repeat(32)
const triggerId = 'b'.repeat(32)

/** One query of each kind. */
export const everyQuery = (endpoint: RestEndpoint): readonly FlinkQuery[] => {
  const queries: { readonly [Tag in FlinkQuery['_tag']]: Extract<FlinkQuery, { readonly _tag: Tag }> } = {
    GetJobsOverview: { _tag: 'GetJobsOverview', endpoint },
    GetCheckpoints: { _tag: 'GetCheckpoints', endpoint, jobId },
    GetCheckpointConfiguration: { _tag: 'GetCheckpointConfiguration', endpoint, jobId },
    GetSavepointOperation: { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId, for: 'savepointOperation' },
    GetCheckpointOperation: { _tag: 'GetCheckpointOperation', endpoint, jobId, triggerId },
    GetCheckpointDetails: { _tag: 'GetCheckpointDetails', endpoint, jobId, checkpointId: 7 },
    GetJobExceptions: { _tag: 'GetJobExceptions', endpoint, jobId },
    GetClusterOverview: { _tag: 'GetClusterOverview', endpoint },
    GetJars: { _tag: 'GetJars', endpoint },
    GetJobMetrics: { _tag: 'GetJobMetrics', endpoint, jobId },
    GetResourceRequirements: { _tag: 'GetResourceRequirements', endpoint, jobId },
    GetJobDetails: { _tag: 'GetJobDetails', endpoint, jobId, namesOf: [triggerId] },
    GetVertexMetrics: { _tag: 'GetVertexMetrics', endpoint, jobId, vertices: [{ id: triggerId, get: null }] },
  }
  return Object.values(queries)
}

/** One action of each kind. */
export const everyAction = (endpoint: RestEndpoint): readonly FlinkAction[] => {
  const actions: { readonly [Tag in FlinkAction['_tag']]: Extract<FlinkAction, { readonly _tag: Tag }> } = {
    StopWithSavepoint: {
      _tag: 'StopWithSavepoint',
      endpoint,
      jobId,
      triggerId,
      targetDirectory: null,
      formatType: 'CANONICAL',
      drain: false,
    },
    CancelJob: { _tag: 'CancelJob', endpoint, jobId, why: 'test' },
    TriggerSavepoint: { _tag: 'TriggerSavepoint', endpoint, jobId, triggerId, targetDirectory: null, formatType: 'CANONICAL' },
    TriggerCheckpoint: { _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType: 'FULL' },
    DisposeSavepoint: { _tag: 'DisposeSavepoint', endpoint, path: 's3://b/sp' },
    UpdateResourceRequirements: { _tag: 'UpdateResourceRequirements', endpoint, jobId, bounds: { v: { lower: 1, upper: 2 } } },
    UploadJar: { _tag: 'UploadJar', endpoint, jarURI: null, name: 'a.jar' },
    RunJar: {
      _tag: 'RunJar',
      endpoint,
      jarId: 'a.jar',
      jobId,
      entryClass: null,
      args: [],
      parallelism: 1,
      savepointPath: null,
      allowNonRestoredState: false,
      configuration: {},
      flinkVersion: 'v1_20',
    },
    DeleteJar: { _tag: 'DeleteJar', endpoint, jarId: 'a.jar' },
  }
  return Object.values(actions)
}
