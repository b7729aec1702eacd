import type { AdapterError } from '@flink-operator/core/action'
import { cutMessage } from '@flink-operator/core/resource'
import type { ApplicationError } from '../status/flink-application-status.ts'

/** The calls of Flink's REST API, by the names that Lyft's operator writes into errors (lyft-flinkapplication.md, sections 1.4 and 4). */
export type FlinkCall =
  | 'CancelJobWithSavepoint'
  | 'SavepointJob'
  | 'ForceCancelJob'
  | 'SubmitJob'
  | 'CheckSavepointStatus'
  | 'GetJobs'
  | 'GetClusterOverview'
  | 'GetLatestCheckpoint'
  | 'GetJobConfig'
  | 'GetTaskManagers'
  | 'GetCheckpointCounts'
  | 'GetJobOverview'
  /** Errors of Kubernetes, and errors that the operator detects itself. */
  | 'UnknownMethod'

/** The number of retries after the first failure of a call (section 4). */
export const retriesOf: { readonly [Call in FlinkCall]: number } = {
  CancelJobWithSavepoint: 5,
  SavepointJob: 5,
  ForceCancelJob: 20,
  SubmitJob: 20,
  CheckSavepointStatus: 3,
  GetJobs: 20,
  GetClusterOverview: 20,
  GetLatestCheckpoint: 20,
  GetJobConfig: 20,
  GetTaskManagers: 20,
  GetCheckpointCounts: 20,
  GetJobOverview: 20,
  UnknownMethod: 20,
}

type Failure = Pick<AdapterError, 'message' | 'httpStatus' | 'applied'>

const text = (call: FlinkCall, code: string, message: string): string =>
  cutMessage(`${call} call failed with status ${code} and message '${message}'`)

const retryable = (call: FlinkCall, errorCode: string, appError: string): ApplicationError => ({
  appError,
  method: call,
  errorCode,
  isRetryable: true,
  isFailFast: false,
  maxRetries: retriesOf[call],
  lastErrorUpdateTime: null,
})

/** An error that no retry can fix. */
export const notRetryable = (call: FlinkCall, errorCode: string, appError: string): ApplicationError => ({
  appError: cutMessage(appError),
  method: call,
  errorCode,
  isRetryable: false,
  isFailFast: true,
  maxRetries: 0,
  lastErrorUpdateTime: null,
})

const codeOf = ({ httpStatus }: Failure): string => (httpStatus === null ? 'FAILED' : String(httpStatus))

/** The recorded form of a failed call to Flink (section 4). */
export const flinkError = (call: FlinkCall, failure: Failure): ApplicationError =>
  retryable(call, codeOf(failure), text(call, codeOf(failure), failure.message))

/** The recorded form of any other error: of Kubernetes, or detected in the facts (FA55). */
export const foreignError = (message: string): ApplicationError => retryable('UnknownMethod', 'FAILED', cutMessage(message))

/** The user program failed: it will fail again. */
const programFailures = [
  'org.apache.flink.client.program.ProgramInvocationException',
  'org.apache.flink.runtime.client.JobSubmissionException',
]

const isOfProgram = ({ message }: Pick<Failure, 'message'>): boolean => programFailures.some(name => message.includes(name))

/** The number of lines of an answer that the adapter keeps. */
const keptLines = 12

/**
 * True if the program threw an error, and none of its requests is still pending. A submit by the program that timed out may still be
 * carried out (P02). If the answer names a timeout, or is truncated so that it may name one, the result is false.
 */
export const isProgramOver = (failure: Pick<Failure, 'message'>): boolean =>
  isOfProgram(failure) && !failure.message.includes('TimeoutException')
  && failure.message.split('\n').length < keptLines && !failure.message.endsWith('…')

/**
 * The recorded form of a failed submit (section 4, FA56).
 *
 * | answer | class |
 * |---|---|
 * | none | retryable: the next round looks for the job by its id (LD34, P02) |
 * | it names a failure of the program, with any status | not retryable: the roll back looks for a job that the program may have submitted |
 * | any other that leaves it open whether the job runs | as without an answer |
 * | 500 and more | retryable, with the message of the answer |
 * | 404 (the jar or the path does not exist), or any other below 500 | not retryable, with the message of the answer |
 */
export const submitError = (failure: Failure): ApplicationError => {
  const { httpStatus, message, applied } = failure
  if (httpStatus === null) return flinkError('SubmitJob', failure)
  const code = String(httpStatus)
  if (isOfProgram(failure)) return notRetryable('SubmitJob', code, message)
  if (httpStatus >= 500) return retryable('SubmitJob', code, cutMessage(message))
  return applied === 'Maybe' ? flinkError('SubmitJob', failure) : notRetryable('SubmitJob', code, message)
}
