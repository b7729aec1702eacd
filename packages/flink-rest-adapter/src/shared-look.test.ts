import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import type { AdapterError, RestEndpoint } from '@flink-operator/core'
import type { FlinkHttp } from './http.ts'
import { get, post } from './rest-request.ts'
import { sharingLooks } from './shared-look.ts'

const cluster = (service: string): RestEndpoint => ({ namespace: 'ns', service, port: 8081, tls: false })
const overview = get('/v1/jobs/overview')

/** What was sent, and is answered when the test says so; turns of waiting end when it says so, too. */
const held = () => {
  const sent: { readonly what: string; readonly answer: (answer: E.Either<AdapterError, unknown>) => void }[] = []
  const turns: (() => void)[] = []
  const http: FlinkHttp = {
    call: ({ service }, { path }) => () =>
      new Promise(resolve => {
        sent.push({ what: `${service} ${path}`, answer: resolve })
      }),
    inTurn: upload => upload(),
    close: () => undefined,
  }
  const shared = sharingLooks(http, () =>
    new Promise<void>(resolve => {
      turns.push(resolve)
    }))
  return { sent, turns, look: (service: string) => shared.call(cluster(service), overview)(), shared }
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('P14 what is asked while a look is under way is answered by the next one, which is for all who wait; nobody is told what is older', async () => {
  const { sent, look } = held()
  const first = look('a')
  await settled()
  const others = [look('a'), look('a'), look('a')]
  await settled()
  expect(sent).toHaveLength(1)
  sent[0]?.answer(E.right('old'))
  expect(await first).toEqual(E.right('old'))
  await settled()
  expect(sent).toHaveLength(2)
  const late = look('a')
  sent[1]?.answer(E.right('new'))
  expect(await Promise.all(others)).toEqual([E.right('new'), E.right('new'), E.right('new')])
  await settled()
  sent[2]?.answer(E.right('newest'))
  expect([await late, sent.length]).toEqual([E.right('newest'), 3])
})

test('L8 a look that is not answered holds up the next one for a turn only', async () => {
  const { sent, turns, look } = held()
  void look('a')
  await settled()
  const [second, third] = [look('a'), look('a')]
  await settled()
  expect(sent).toHaveLength(1)
  turns[0]?.()
  await settled()
  expect(sent).toHaveLength(2)
  const error: AdapterError = { _tag: 'Timeout', message: '', applied: 'No', httpStatus: null, retryAfter: null }
  sent[1]?.answer(E.left(error))
  expect([await second, await third]).toEqual([E.left(error), E.left(error)])
})

test('clusters, and other requests, have nothing to do with each other', async () => {
  const { sent, look, shared } = held()
  void look('a')
  void look('b')
  void shared.call(cluster('a'), post('/v1/jars/x/run', {}))()
  void shared.call(cluster('a'), get('/v1/jobs/1/checkpoints'))()
  void shared.call(cluster('a'), get('/v1/jobs/1/checkpoints'))()
  await settled()
  expect(sent.map(({ what }) => what).toSorted()).toEqual([
    'a /v1/jars/x/run',
    'a /v1/jobs/1/checkpoints',
    'a /v1/jobs/1/checkpoints',
    'a /v1/jobs/overview',
    'b /v1/jobs/overview',
  ])
  sent.find(({ what }) => what === 'a /v1/jobs/overview')?.answer(E.right(1))
  await settled()
  void look('a')
  await settled()
  expect(sent.filter(({ what }) => what === 'a /v1/jobs/overview')).toHaveLength(2)
})
