import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../../packages/core/src/contract/resource/json.ts'
import { answerQuery, execute, flinkHttp, readJobLoad } from '../../packages/flink-rest-adapter/src/index.ts'
import { everyAction, everyQuery } from '../../packages/flink-rest-adapter/test/every-call.ts'
import { recordings, releases } from '../../packages/flink-rest-adapter/test/recorded-answers.ts'
import { randomOf } from '../random.ts'
import { firstOf, type HostileCase, polluted, secret } from './hostile-case.ts'
import { hostileJson } from './hostile-json.ts'

const bodies = releases.flatMap(release => recordings(release).map(({ response }) => response.body as Json))
  .filter(body => typeof body === 'object' && body !== null)

const statuses = [200, 200, 200, 202, 204, 302, 400, 401, 403, 404, 409, 500, 503]
const types = ['application/json', 'application/json; charset=UTF-8', 'text/html', 'text/plain']

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly framing: Framing
}

const framings = {
  'with its length': (response, body) => void response.setHeader('content-length', Buffer.byteLength(body)).end(body),
  'in pieces': (response, body) => {
    for (let at = 0; at < body.length; at += 60_000) response.write(body.slice(at, at + 60_000))
    response.end()
  },
  'with another length': (response, body) =>
    void response.setHeader('content-length', Buffer.byteLength(body) + 10).end(body, () => response.socket?.destroy()),
  'as if packed': (response, body) => void response.setHeader('content-encoding', 'gzip').end(body),
} satisfies Readonly<Record<string, (response: ServerResponse, body: string) => void>>
type Framing = keyof typeof framings

/** An answer is Flink's own only by its form: these hold words of Flink, which are told. */
const holdsWords = (body: string): boolean => body.includes('"errors"') || body.includes('failure-cause') || body.includes('failureCause')

const endpoint = { namespace: 'ns', service: 'app-rest', port: 8081, tls: false }
const rules = { allowedSchemes: [], restriction: () => null, headers: {}, maxBytes: 1, maxRedirects: 0, timeout: 10_000 }

/** A Flink with ill intent on loopback, to which every read and every effect of the adapter is sent. */
export const hostileAnswers = async (): Promise<{
  readonly caseOf: (seed: number, index: number) => HostileCase
  readonly close: () => void
}> => {
  let now: Answer = { status: 200, type: '', body: '', framing: 'with its length' }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.statusCode = now.status
      response.setHeader('content-type', now.type)
      framings[now.framing](response, now.body)
    })
    response.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url }) })

  const asked = async (answer: Answer): Promise<string | null> => {
    now = answer
    const facts = await Promise.all(
      everyQuery(endpoint).map(async query => [query._tag, await answerQuery(http, () => 1)(query)()] as const),
    )
    const disposal = { deadline: 0, wait: () => Promise.resolve() }
    const done = await Promise.all(
      everyAction(endpoint).map(async action => [action._tag, await execute(http, { disposal, jar: { rules } })(action)()] as const),
    )
    const load = await readJobLoad(http, endpoint, 'a')
    const reported: readonly (readonly [string, string])[] = [
      ...facts.flatMap(([tag, fact]) => (fact._tag === 'Unknown' ? [[tag, fact.message] as const] : [])),
      ...done.flatMap(([tag, it]) => (E.isLeft(it) ? [[tag, it.left.message] as const] : [])),
      ...(E.isLeft(load) ? [load.left] : load.right.unseen).map(it => ['load', it] as const),
    ]
    return firstOf([
      polluted(),
      ...reported.map(([tag, message]) => (message.length > 15_000 ? `${tag} tells ${message.length} letters` : null)),
      ...reported.map(([tag, message]) =>
        !holdsWords(answer.body) && message.includes(secret) ? `${tag} tells what a foreign server said: ${message.slice(0, 300)}` : null
      ),
      ...facts.map((
        [tag, fact],
      ) => (fact._tag === 'Absent' && !holdsWords(answer.body) ? `${tag} is Absent without a word of Flink` : null)),
    ])
  }
  return {
    caseOf: (seed, index) => {
      const random = randomOf(seed, index)
      const { name, text } = hostileJson(random, bodies)
      const answer: Answer = {
        status: random.pick(statuses),
        type: random.pick(types),
        body: text,
        framing: random.chance(0.7) ? 'with its length' : random.pick(Object.keys(framings) as Framing[]),
      }
      return {
        name: `an answer of Flink, HTTP ${answer.status} ${answer.type}, ${answer.framing}: ${name}`,
        sent: text.slice(0, 500),
        problem: () => asked(answer),
      }
    },
    close: () => {
      http.close()
      server.close()
      server.closeAllConnections()
    },
  }
}
