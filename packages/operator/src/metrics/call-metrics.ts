import type { AdapterError, Millis } from '@flink-operator/core'
import { adapterErrorTags } from '@flink-operator/core/action'
import type { FlinkHttp, RestRequest } from '@flink-operator/flink-rest-adapter'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { flinkCallOf, flinkCalls } from './flink-calls.ts'
import { counter, histogram, type Making } from './metric.ts'

const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'WATCH']
const result = ['ok', ...adapterErrorTags]
const call = flinkCalls
const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10]

/** Metrics of calls to the API server: `kubernetes.operator.kubernetes.client.metrics.enabled`. */
export const kubernetesRows = {
  requests: counter({
    name: 'flink_operator_kubernetes_requests_total',
    help: 'Calls to the Kubernetes API by what became of them; WATCH: a watch that is opened. Conflict is part of the protocol.',
    labels: { method, result },
  }),
  duration: histogram({
    name: 'flink_operator_kubernetes_request_seconds',
    help: 'How long calls to the Kubernetes API take; WATCH: until the first answer.',
    labels: { method },
    buckets,
  }),
  slow: counter({
    name: 'flink_operator_kubernetes_slow_requests_total',
    help: 'Calls that took longer than kubernetes.operator.kubernetes.client.metrics.slow.request.threshold.',
    labels: { method },
  }),
}

/** Metrics of answers by status group: `kubernetes.operator.kubernetes.client.metrics.http.response.code.groups.enabled`. */
export const kubernetesGroupRows = {
  groups: counter({
    name: 'flink_operator_kubernetes_responses_total',
    help: 'Answers of the Kubernetes API by the group of their status; none: there was no answer.',
    labels: { group: ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] },
  }),
}

/** Metrics of calls to Flink's REST API; always served. */
export const flinkRows = {
  requests: counter({
    name: 'flink_operator_flink_requests_total',
    help: "Calls to Flink's REST API by what became of them. Of a job that starts or ends, Unreachable and NotFound are ordinary.",
    labels: { call, result },
  }),
  duration: histogram({
    name: 'flink_operator_flink_request_seconds',
    help: "How long calls to Flink's REST API take.",
    labels: { call },
    buckets,
  }),
}

const timed = async <A>(
  task: TE.TaskEither<AdapterError, A>,
  done: (error: AdapterError | null, took: Millis) => void,
): Promise<E.Either<AdapterError, A>> => {
  const began = performance.now()
  const answer = await task()
  done(E.isLeft(answer) ? answer.left : null, performance.now() - began)
  return answer
}

const groupOf = (error: AdapterError | null): string => {
  if (error === null) return '2xx'
  const digit = Math.floor((error.httpStatus ?? 0) / 100)
  return digit >= 1 && digit <= 5 ? `${digit}xx` : 'none'
}

export interface SlowThreshold {
  readonly threshold: Millis
}

/** Measures requests to the API server. */
export const measuredKubernetes = (make: Making, groups: Making, { threshold }: SlowThreshold): (http: Http) => Http => {
  const requests = make.counter(kubernetesRows.requests)
  const duration = make.histogram(kubernetesRows.duration)
  const slow = make.counter(kubernetesRows.slow)
  const responses = groups.counter(kubernetesGroupRows.groups)
  const done = (of: string) => (error: AdapterError | null, took: Millis): void => {
    requests.inc({ method: of, result: error?._tag ?? 'ok' })
    responses.inc({ group: groupOf(error) })
    duration.observe({ method: of }, took / 1000)
    if (took >= threshold) slow.inc({ method: of })
  }
  return http => ({
    ...http,
    send: request => () => timed(http.send(request), done(request.method)),
    stream: request => () => timed(http.stream(request), done('WATCH')),
  })
}

/** Measures requests to Flink. */
export const measuredFlink = (make: Making): (http: FlinkHttp) => FlinkHttp => {
  const requests = make.counter(flinkRows.requests)
  const duration = make.histogram(flinkRows.duration)
  const done = (request: RestRequest) => (error: AdapterError | null, took: Millis): void => {
    const of = flinkCallOf(request)
    requests.inc({ call: of, result: error?._tag ?? 'ok' })
    duration.observe({ call: of }, took / 1000)
  }
  return http => ({ ...http, call: (endpoint, request) => () => timed(http.call(endpoint, request), done(request)) })
}
