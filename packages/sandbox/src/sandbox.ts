import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type { Json, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { crdOf } from '@flink-operator/core/crd'
import { kinds } from '@flink-operator/kinds'
import { Kinds } from './api/built-in-types.ts'
import { answerKubernetes, type ApiFaults, type ApiOptions, takeOne } from './api/kubernetes-api.ts'
import { parsedBody, readBody } from './api/request.ts'
import { storeKey } from './api/resource-type.ts'
import { notFound, type Refusal, unavailable } from './api/status.ts'
import { answerChaos } from './chaos.ts'
import { type Cluster, clusterOf } from './controller/cluster.ts'
import { startDeploymentController } from './controller/deployment-controller.ts'
import { startGarbageCollector } from './controller/garbage-collector.ts'
import { createModelClock } from './controller/model-clock.ts'
import { aNode, startNode } from './controller/node.ts'
import { type FlinkClusters, startFlinkClusters } from './flink/flink-clusters.ts'
import { answerFlink } from './flink/rest.ts'
import { type FlinkTlsMaterial, serveFlinkOverTls } from './flink-over-tls.ts'
import { kubeconfigText } from './kubeconfig.ts'
import { createObjectStore } from './store/object-store.ts'
import { createTypeRegistry } from './store/type-registry.ts'
import { create, plainWrite } from './write/writes.ts'

/** How the simulated world is served, and how fast its time runs. */
export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  /** How much faster time runs inside. */
  readonly speed: number
  /** Records that a job counts per second of time inside. */
  readonly rate?: number
  readonly bookmarkInterval?: Millis
  /** Called with each call of Flink's REST API, after it was applied and before it is answered. */
  readonly onFlinkCall?: (method: string, path: string) => void
  /** False: CRDs have to be created, as in a new cluster. */
  readonly withCrds?: boolean
  /** Serves Flink's REST APIs over TLS, too. */
  readonly flinkTls?: FlinkTlsMaterial
}

/** A simulated Kubernetes with Flink, over HTTP. */
export interface Sandbox {
  readonly port: number
  readonly url: string
  /** Base of Flink's REST APIs: `<base>/<namespace>/<cluster>/v1/…`. */
  readonly flinkUrl: string
  /** The same over TLS; null: not enabled. */
  readonly flinkTlsUrl: string | null
  /** Serves an empty jar at every path below: the simulated Flink runs none of its classes. */
  readonly jarsUrl: string
  readonly kubeconfig: string
  readonly cluster: Cluster
  readonly flink: FlinkClusters
  readonly close: () => Promise<void>
}

const fill = (cluster: Cluster, withCrds: boolean): void => {
  for (const name of ['default', 'kube-system', 'flink']) create(cluster, Kinds.Namespace, '', { metadata: { name } }, plainWrite)
  create(cluster, Kinds.Node, '', aNode, plainWrite)
  if (withCrds) { for (const kind of Object.values(kinds)) create(cluster, Kinds.CustomResourceDefinition, '', crdOf(kind), plainWrite) }
}

const reply = (response: ServerResponse, status: number, body: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(exactJsonText(body))
}

const bodyOf = async (request: IncomingMessage): Promise<Json> => {
  const parsed = parsedBody(await readBody(request), 'application/json')
  return E.isRight(parsed) ? parsed.right ?? null : null
}

/** The name of an uploaded file; the content is discarded. Rejects if the upload breaks off. */
const formOf = async (request: IncomingMessage): Promise<Json> => {
  let head = ''
  for await (const chunk of request as AsyncIterable<Buffer>) if (head.length < 4_096) head += chunk.toString('latin1')
  return { filename: /filename="([^"]*)"/.exec(head)?.[1] ?? '' }
}

/** A call of a cluster's REST API. */
interface FlinkCall {
  readonly namespace: string
  /** Cluster or Service. */
  readonly id: string
  readonly path: string
  /** Sent through the API server, which itself reports missing endpoints; otherwise the connection fails. */
  readonly isProxied: boolean
}

/** `/flink/NAMESPACE/CLUSTER/…`, or the API server's form `/api/v1/namespaces/NAMESPACE/services/[SCHEME:]NAME[:PORT]/proxy/…`. */
const flinkCallOf = (path: string): FlinkCall | null => {
  const direct = /^\/flink\/([^/]*)\/([^/]*)((?:\/.*)?)$/.exec(path)
  if (direct !== null) return { namespace: direct[1] ?? '', id: direct[2] ?? '', path: direct[3] || '/', isProxied: false }
  const proxied = /^\/api\/v1\/namespaces\/([^/]+)\/services\/(?:https?:)?([^/:]+)(?::[^/]*)?\/proxy(.*)$/.exec(path)
  return proxied === null ? null : { namespace: proxied[1] ?? '', id: proxied[2] ?? '', path: proxied[3] || '/', isProxied: true }
}

const refuse = (response: ServerResponse, { code, body }: Refusal): void => reply(response, code, body)

const flinkCall = async (
  { cluster, clusters, faults }: { readonly cluster: Cluster; readonly clusters: FlinkClusters; readonly faults: ApiFaults },
  { namespace, id, path, isProxied }: FlinkCall,
  request: IncomingMessage,
  query: URLSearchParams,
  response: ServerResponse,
  reported: SandboxOptions['onFlinkCall'],
): Promise<void> => {
  if (isProxied && cluster.store.get({ store: storeKey(Kinds.Service), namespace, name: id }) === undefined)
    return refuse(response, notFound(Kinds.Service, id))
  const answer = answerFlink(clusters, clusters.find(namespace, id), {
    method: request.method ?? 'GET',
    path,
    query,
    body: /^multipart\/form-data/i.test(request.headers['content-type'] ?? '') ? await formOf(request) : await bodyOf(request),
  })
  reported?.(request.method ?? 'GET', path)
  if (answer === 'Hangs') return
  if (answer === 'Refused' && isProxied) return refuse(response, unavailable(`no endpoints available for service "${id}"`))
  const isLost = request.method !== 'GET' && answer !== 'Refused' && takeOne(faults, 'loseFlinkAnswers')
  if (answer === 'Refused' || isLost) request.socket.destroy()
  else reply(response, answer.status, answer.body)
}

const jarsPath = '/sandbox/jars'
/** The end record of an empty zip archive. */
const emptyJar = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])

/** Starts the sandbox. Left: one line, if the port is not available. */
export const startSandbox = async (options: SandboxOptions): Promise<E.Either<string, Sandbox>> => {
  const store = createObjectStore()
  const types = createTypeRegistry(store)
  const clock = createModelClock(options.speed)
  const cluster = clusterOf(store, types, clock)
  startGarbageCollector(cluster)
  startDeploymentController(cluster)
  startNode(cluster)
  const flink = startFlinkClusters({ cluster, speed: options.speed, rate: options.rate ?? 100 })
  fill(cluster, options.withCrds ?? true)
  const api: ApiOptions = {
    cluster,
    bookmarkInterval: options.bookmarkInterval ?? 10_000,
    faults: { failWrites: 0, loseAnswers: 0, loseFlinkAnswers: 0 },
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const call = flinkCallOf(url.pathname)
    if (call !== null)
      return flinkCall({ cluster, clusters: flink, faults: api.faults }, call, request, url.searchParams, response, options.onFlinkCall)
    if (url.pathname.startsWith(`${jarsPath}/`)) return void response.end(emptyJar)
    if (url.pathname.startsWith('/sandbox/')) {
      const answer = answerChaos({ cluster, flink, faults: api.faults }, request.method ?? 'GET', url.pathname, await bodyOf(request))
      return reply(response, answer.status, answer.body)
    }
    if (/^\/(healthz|livez|readyz)/.test(url.pathname)) return void response.end('ok')
    return answerKubernetes(api, request, url, response)
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else reply(response, 500, {
          kind: 'Status',
          apiVersion: 'v1',
          status: 'Failure',
          reason: 'InternalError',
          code: 500,
          message: error instanceof Error ? error.stack ?? error.message : String(error),
        })
    })
  }
  const server = createServer(answer)
  const overTls = options.flinkTls === undefined ? null : await serveFlinkOverTls(options.flinkTls, answer)
  server.requestTimeout = 0
  // as long as Flink's: with a shorter timeout, the server would close connections that clients still use
  server.keepAliveTimeout = 300_000

  return new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      clock.close()
      overTls?.close()
      resolve(E.left(
        error.code === 'EADDRINUSE'
          ? `port ${options.port} is taken: choose another with --port, 0 for any free one`
          : `port ${options.port} cannot be opened: ${error.message}`,
      ))
    })
    server.listen(options.port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const url = `http://127.0.0.1:${port}`
      resolve(E.right({
        port,
        url,
        flinkUrl: `${url}/flink`,
        flinkTlsUrl: overTls?.url ?? null,
        jarsUrl: `${url}${jarsPath}`,
        kubeconfig: kubeconfigText(url),
        cluster,
        flink,
        close: () =>
          new Promise(closed => {
            clock.close()
            overTls?.close()
            server.close(() => closed())
            server.closeAllConnections()
          }),
      }))
    })
  })
}
