import type { AdapterError } from '../../../action/adapter-error.ts'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { type FlinkCall, retriesOf } from './flink-call.ts'
import { cutMessage } from '../../../resource/utf8-length.ts'

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

/** What does not go by itself, however often it is tried. */
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

/** A call of Flink's that failed, in the form in which it is kept (section 4). */
export const flinkError = (call: FlinkCall, failure: Failure): ApplicationError =>
  retryable(call, codeOf(failure), text(call, codeOf(failure), failure.message))

/** Anything else that went wrong: of Kubernetes, or found by a look (FA55). */
export const foreignError = (message: string): ApplicationError => retryable('UnknownMethod', 'FAILED', cutMessage(message))

/** The program itself failed: it will fail again. */
const programFailures = [
  'org.apache.flink.client.program.ProgramInvocationException',
  'org.apache.flink.runtime.client.JobSubmissionException',
]

const isOfProgram = ({ message }: Pick<Failure, 'message'>): boolean => programFailures.some(name => message.includes(name))

/** As much of an answer as the adapter keeps. */
const keptLines = 12

/**
 * The program has thrown, and nothing that it asked for is still on its way. A submit of its own that was not answered in time may still be
 * carried out (P02): where that is named, or causes are cut off that may name it, it is not known.
 */
export const isProgramOver = (failure: Pick<Failure, 'message'>): boolean =>
  isOfProgram(failure) && !failure.message.includes('TimeoutException')
  && failure.message.split('\n').length < keptLines && !failure.message.endsWith('…')

/**
 * A submit that failed (section 4, FA56).
 *
 * | answer | class |
 * |---|---|
 * | none | retryable: the next round looks for the job by its id (LD34, P02) |
 * | one that names a failure of the program, with whatever status | not retryable: what it may have submitted the roll back looks for |
 * | any other that leaves it open whether the job runs | as none |
 * | 500 and more | retryable, with its words |
 * | 404: the jar, or the way to it, is not there; any other below 500 | not retryable, with its words |
 */
export const submitError = (failure: Failure): ApplicationError => {
  const { httpStatus, message, applied } = failure
  if (httpStatus === null) return flinkError('SubmitJob', failure)
  const code = String(httpStatus)
  if (isOfProgram(failure)) return notRetryable('SubmitJob', code, message)
  if (httpStatus >= 500) return retryable('SubmitJob', code, cutMessage(message))
  return applied === 'Maybe' ? flinkError('SubmitJob', failure) : notRetryable('SubmitJob', code, message)
}
