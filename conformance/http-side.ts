import http from 'node:http'
import https from 'node:https'
import type { Json, JsonObject } from '@flink-operator/core'
import { loadCredentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'

export interface Call {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Json | string
  readonly type?: 'merge-patch' | 'json-patch' | 'strategic-merge-patch' | 'apply-patch' | 'json'
}

export interface HttpAnswer {
  readonly status: number
  readonly body: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** A Kubernetes API as any client sees it: paths, bodies, status codes. */
export interface HttpSide {
  readonly call: (method: string, path: string, call?: Call) => Promise<HttpAnswer>
  /** Events of a watch until so many came or the time is over, as their types and objects. */
  readonly watch: (
    path: string,
    query: Readonly<Record<string, string>>,
    enough: (events: readonly WatchEvent[]) => boolean,
    within?: number,
  ) => Promise<readonly WatchEvent[]>
}

export interface WatchEvent {
  readonly type: string
  readonly object: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

const types = {
  'merge-patch': 'application/merge-patch+json',
  'json-patch': 'application/json-patch+json',
  'strategic-merge-patch': 'application/strategic-merge-patch+json',
  'apply-patch': 'application/apply-patch+yaml',
  json: 'application/json',
}

/** What a kubeconfig leads to, by plain HTTP calls. */
export const httpSide = async (kubeconfig: string): Promise<HttpSide> => {
  const credentials = loadCredentials({ kubeconfig, environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  const session = await credentials.right.session()
  if (E.isLeft(session)) throw new Error(session.left)
  const { ca, cert, key, headers } = session.right
  const { origin, basePath } = credentials.right.server
  const tls = { ...(ca === null ? {} : { ca }), ...(cert === null ? {} : { cert }), ...(key === null ? {} : { key }) }

  const send = (
    method: string,
    path: string,
    { query = {}, body, type = 'json' }: Call,
    onResponse: (response: http.IncomingMessage) => void,
    onError: (error: Error) => void,
  ): http.ClientRequest => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const url = `${origin}${basePath}${path}?${new URLSearchParams(query).toString()}`
    const options = {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(text === undefined ? {} : { 'content-type': types[type], 'content-length': Buffer.byteLength(text) }),
      },
    }
    const request = url.startsWith('https:') ? https.request(url, { ...options, ...tls }, onResponse)
      : http.request(url, options, onResponse)
    request.on('error', onError)
    request.end(text)
    return request
  }

  return {
    call: (method, path, call = {}) =>
      new Promise((resolve, reject) => {
        send(method, path, call, response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            const parsed = E.tryCatch(() => JSON.parse(text) as JsonObject, () => text)
            resolve({ status: response.statusCode ?? 0, body: E.isRight(parsed) ? parsed.right : text })
          })
        }, reject)
      }),
    watch: (path, query, enough, within = 8_000) =>
      new Promise((resolve, reject) => {
        const events: WatchEvent[] = []
        const end = (): void => {
          clearTimeout(timer)
          request.destroy()
          resolve(events)
        }
        const timer = setTimeout(end, within)
        const request = send('GET', path, { query: { watch: 'true', ...query } }, response => {
          let rest = ''
          response.on('data', (chunk: Buffer) => {
            const lines = (rest + chunk.toString('utf8')).split('\n')
            rest = lines.pop() ?? ''
            for (const line of lines.filter(it => it !== '')) {
              const json = JSON.parse(line) as WatchEvent & { readonly kind?: string }
              events.push(json.kind === 'Status' ? { type: 'REFUSED', object: json } : json)
            }
            if (enough(events)) end()
          })
          response.on('end', () => {
            if (rest !== '') events.push({ type: 'REFUSED', object: JSON.parse(rest) })
            end()
          })
        }, error => {
          if (!request.destroyed) reject(error)
        })
      }),
  }
}

/** Status and reason of an answer: what a client decides by. */
export const outcome = ({ status, body }: HttpAnswer): string => (status < 300 ? String(status) : `${status} ${body?.reason ?? ''}`.trim())
