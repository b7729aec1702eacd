import type { Json, JsonObject } from '@flink-operator/core'

/** An answer of Flink's REST API. Null: no answer, the connection breaks. */
export interface RestAnswer {
  readonly status: number
  readonly body: Json
}

export const okAnswer = (body: JsonObject, status = 200): RestAnswer => ({ status, body })

const failed = (status: number, ...errors: readonly string[]): RestAnswer => ({ status, body: { errors } })

export const handlerException = 'org.apache.flink.runtime.rest.handler.RestHandlerException'

export const notFoundPath = (path: string): RestAnswer => failed(404, `Not found: ${path}`)
export const jobNotFound = (jobId: string): RestAnswer =>
  failed(
    404,
    `${handlerException}: Job ${jobId} not found\n\tat …\nCaused by: org.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (${jobId})`,
  )
export const jobStatusFailed = (jobId: string): RestAnswer =>
  failed(
    500,
    'Internal server error.',
    `<Exception on server side:\norg.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (${jobId})\nEnd of exception on server side>`,
  )
export const operationNotFound = (kind: 'savepoint' | 'checkpoint', jobId: string, triggerId: string): RestAnswer =>
  failed(404, `${handlerException}: There is no ${kind} operation with triggerId=${triggerId} for job ${jobId}.`)
export const checkpointNotFound = (id: number): RestAnswer =>
  failed(404, `${handlerException}: Could not find checkpointing statistics for checkpoint ${id}.`)
export const noFolder = (key: string): RestAnswer =>
  failed(400, `${handlerException}: Config key [execution.checkpointing.savepoint-dir] is not set. Property [${key}] must be provided.`)
export const badRequest = (why: string): RestAnswer => failed(400, `Bad request, could not parse parameters: ${why}`)
export const alreadyTerminal = (jobId: string): RestAnswer =>
  failed(409, `${handlerException}: Job cancellation failed because the job has already reached another terminal state (${jobId}).`)
export const electing = (): RestAnswer => failed(503, 'Service temporarily unavailable due to an ongoing leader election. Please refresh.')
export const refusedRequirements = (why: string): RestAnswer => failed(400, `${handlerException}: ${why}\n`)
export const notAdaptive = (): RestAnswer =>
  failed(
    500,
    'Internal server error.',
    '<Exception on server side:\njava.lang.UnsupportedOperationException: The DefaultScheduler does not support changing the parallelism\nEnd of exception on server side>',
  )
export const incremental = (): RestAnswer =>
  failed(
    500,
    'Internal server error.',
    '<Exception on server side:\norg.apache.flink.util.FlinkException: Flink does not support triggering incremental checkpoint explicitly\nEnd of exception on server side>',
  )
