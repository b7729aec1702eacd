import type { AdapterError, JsonObject } from '@flink-operator/core'
import { createHttp, type Http, type HttpRequest, loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'

/** An object as the API server gives it; tests read it without types. */
export type Any = any // eslint-disable-line @typescript-eslint/no-explicit-any

/** The API server, asked directly: what is true is what it says, not what the operator believes. */
export interface Api {
  /** Null: not found. */
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<Any>
  readonly list: (path: string, labelSelector?: string) => Promise<readonly Any[]>
  readonly create: (path: string, body: JsonObject) => Promise<Any>
  readonly apply: (path: string, body: JsonObject) => Promise<Any>
  readonly mergePatch: (path: string, body: JsonObject) => Promise<Any>
  /** False: it was not there. */
  readonly remove: (path: string, options?: JsonObject) => Promise<boolean>
  /** An answer that is no JSON. Logs are refused to whom takes `text/plain` alone. */
  readonly text: (path: string) => Promise<string>
  readonly http: Http
}

export class ApiError extends Error {
  readonly error: AdapterError
  constructor(request: HttpRequest, error: AdapterError) {
    super(`${request.method} ${request.path}: ${error._tag}: ${error.message}`)
    this.error = error
  }
}

export const connect = (kubeconfig: string): Api => {
  const credentials = loadCredentials({ kubeconfig, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const http = createHttp({ credentials: credentials.right, userAgent: 'flink-operator-e2e' })
  const send = async (request: HttpRequest): Promise<Any> => {
    const answer = await http.send(request)()
    if (E.isLeft(answer)) throw new ApiError(request, answer.left)
    return answer.right
  }
  const unlessMissing = <A>(none: A) => (thrown: unknown): A => {
    if (thrown instanceof ApiError && thrown.error._tag === 'NotFound') return none
    throw thrown
  }
  return {
    http,
    get: (path, query = {}) => send({ method: 'GET', path, query }).catch(unlessMissing(null)),
    list: async (path, labelSelector) => {
      const answer = await send({ method: 'GET', path, query: labelSelector === undefined ? {} : { labelSelector } })
      return answer.items
    },
    create: (path, body) => send({ method: 'POST', path, body: JSON.stringify(body) }),
    apply: (path, body) =>
      send({
        method: 'PATCH',
        path,
        query: { fieldManager: 'flink-operator-e2e', force: 'true' },
        contentType: 'application/apply-patch+yaml',
        body: JSON.stringify(body),
      }),
    text: async path => {
      const answer = await http.stream({ path, accept: '*/*' })()
      if (E.isLeft(answer)) throw new ApiError({ method: 'GET', path }, answer.left)
      const chunks: Uint8Array[] = []
      for await (const chunk of answer.right.bytes) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    mergePatch: (path, body) => send({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: JSON.stringify(body) }),
    remove: (path, options = {}) =>
      send({ method: 'DELETE', path, body: JSON.stringify(options) }).then(() => true).catch(unlessMissing(false)),
  }
}

export const paths = {
  namespace: (name: string): string => `/api/v1/namespaces/${name}`,
  pods: (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`,
  services: (namespace: string): string => `/api/v1/namespaces/${namespace}/services`,
  configMaps: (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`,
  events: (namespace: string): string => `/api/v1/namespaces/${namespace}/events`,
  deployments: (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/deployments`,
  stateSnapshots: (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkstatesnapshots`,
  flinkSessionJobs: (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinksessionjobs`,
  flinkBlueGreenDeployments: (namespace: string): string =>
    `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkbluegreendeployments`,
  flinkApplications: (namespace: string): string => `/apis/flink.k8s.io/v1beta1/namespaces/${namespace}/flinkapplications`,
  flinkDeployments: (namespace: string): string => `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkdeployments`,
}
