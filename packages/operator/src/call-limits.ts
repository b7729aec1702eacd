import type { Millis, Query } from '@flink-operator/core'
import { uploadTurnTimeout } from '@flink-operator/flink-rest-adapter'
import { turnTimeout } from './effect/services-in-turn.ts'
import type { Settings } from './settings.ts'
import type { Effect } from './port/cluster-port.ts'

/**
 * The adapters have their own timeouts, which know better whether a call was sent. The timeouts here are longer and only catch what
 * the adapters miss.
 */
const margin = 500
/** How long the Flink adapter polls a savepoint disposal. */
const disposalTimeout = 20_000
export const kubernetesTimeout = 10_000 + margin
/** A round begins no more calls after this time. */
export const roundLimit = 60_000

const flinkQueries: ReadonlySet<Query['_tag']> = new Set([
  'GetJobsOverview',
  'GetCheckpoints',
  'GetCheckpointConfiguration',
  'GetCheckpointDetails',
  'GetSavepointOperation',
  'GetCheckpointOperation',
  'GetJobExceptions',
  'GetClusterOverview',
  'GetJars',
  'GetJobMetrics',
  'GetResourceRequirements',
  'GetJobDetails',
  'GetVertexMetrics',
])

/** How long the round waits for an answer. */
export const queryTimeout = ({ options }: Settings, query: Query): Millis =>
  flinkQueries.has(query._tag) ? options.flinkClientTimeout + margin : kubernetesTimeout

/** How long an effect may take before its answer counts as lost. */
export const effectTimeout = ({ options }: Settings, effect: Effect): Millis => {
  switch (effect._tag) {
    case 'CancelJob':
      return options.flinkClientCancelTimeout + margin
    case 'StopWithSavepoint':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'UpdateResourceRequirements':
    case 'DeleteJar':
      return options.flinkClientTimeout + margin
    case 'UploadJar':
      return uploadTurnTimeout + options.userArtifactsFetchTimeout + margin
    case 'RunJar':
      return options.jobSubmissionTimeout + margin
    case 'DisposeSavepoint':
      return disposalTimeout + 2 * options.flinkClientTimeout + margin
    case 'CreateObject':
      return turnTimeout + kubernetesTimeout
    case 'ApplyObject':
    case 'PatchObject':
    case 'DeleteObject':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'WriteAutoscalerState':
    case 'PersistStatus':
    case 'EmitEvent':
      return kubernetesTimeout
  }
}

const mostLooks = 4
/** Queries of a look that need the answers of others are sent after them. */
const mostSteps = 2

/** The longest possible round: every call has a timeout, and after `roundLimit` the round begins no more calls. */
export const longestRound = (settings: Settings): Millis => {
  const { flinkClientTimeout, flinkClientCancelTimeout, jobSubmissionTimeout, userArtifactsFetchTimeout } = settings.options
  const effect = Math.max(
    flinkClientCancelTimeout,
    jobSubmissionTimeout,
    uploadTurnTimeout + userArtifactsFetchTimeout,
    disposalTimeout + 2 * flinkClientTimeout,
    turnTimeout + kubernetesTimeout,
  ) + margin
  return kubernetesTimeout + mostLooks * mostSteps * (Math.max(flinkClientTimeout + margin, kubernetesTimeout)) + roundLimit + effect
}
