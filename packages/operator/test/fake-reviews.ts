import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'

/** What was asked in a review. */
export interface AskedReview {
  readonly path: string
  readonly spec: Readonly<Record<string, unknown>>
}

export interface FakeReviews {
  readonly credentials: Credentials
  readonly asked: AskedReview[]
  /** Status and body in place of the answer, `{spec}` in it being what was asked; null: it answers. */
  broken: readonly [status: number, body: unknown] | null
  readonly close: () => Promise<void>
}

/** Rights of a user as `verb plural namespace`; `*` for all namespaces. */
export type Rights = Readonly<Record<string, readonly string[]>>

/** An API server that knows tokens (`token-NAME` of user NAME), and what users may; nothing else. */
export const fakeReviews = async (rights: Rights): Promise<FakeReviews> => {
  const asked: AskedReview[] = []
  const answerOf = (path: string, spec: Readonly<Record<string, unknown>>): unknown => {
    if (path.endsWith('/tokenreviews')) {
      const user = String(spec['token']).replace(/^token-/, '')
      return {
        authenticated: Object.hasOwn(rights, user),
        user: { username: user, uid: `uid-${user}`, groups: ['people'], extra: { a: ['b'] } },
      }
    }
    const { verb, resource, namespace } = spec['resourceAttributes'] as Readonly<Record<string, string>>
    const had = rights[String(spec['user'])] ?? []
    return { allowed: had.includes(`${verb} ${resource} ${namespace}`) || had.includes(`${verb} ${resource} *`) }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { spec, ...rest } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly spec: Readonly<Record<string, unknown>> }
      const path = request.url ?? ''
      asked.push({ path, spec })
      const [status, body] = fake.broken ?? [201, { ...rest, status: answerOf(path, spec) }]
      const quoted = JSON.stringify(JSON.stringify(spec)).slice(1, -1)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body).replaceAll('{spec}', quoted))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const credentials: Credentials = {
    server: { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, basePath: '' },
    proxy: null,
    namespace: 'flink-operator',
    source: 'a test',
    session: () => Promise.resolve(E.right({ ca: null, cert: null, key: null, serverName: null, verify: true, headers: {} })),
  }
  const fake: FakeReviews = {
    credentials,
    asked,
    broken: null,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
