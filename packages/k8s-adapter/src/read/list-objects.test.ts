import * as E from 'fp-ts/lib/Either.js'
import { afterEach, expect, test } from 'vitest'
import { type Call, type ScriptedApiServer, scriptedApiServer } from '../../test/scripted-api-server.ts'
import { listObjects, listProjected } from './list-objects.ts'

const servers: ScriptedApiServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const serving = async (all: readonly unknown[]): Promise<ScriptedApiServer> => {
  const server = await scriptedApiServer((call: Call) => {
    const from = Number(call.query.get('continue') ?? 0)
    const to = from + Number(call.query.get('limit'))
    call.json(200, { metadata: { continue: to < all.length ? String(to) : '' }, items: all.slice(from, to) })
  })
  servers.push(server)
  return server
}

const objects = (count: number, data: string) => Array.from({ length: count }, (_, n) => ({ metadata: { name: `o${n}` }, data: { data } }))

test('S02 all pages, and of each object what is wanted', async () => {
  const server = await serving(objects(1_200, 'x'))
  const names = await listProjected(server.http())('/p', {}, { project: object => JSON.stringify(object['metadata']) })()
  expect(E.isRight(names) && [names.right.length, names.right.at(-1)]).toEqual([1_200, '{"name":"o1199"}'])
})

test('S02 large objects: in smaller pages', async () => {
  const server = await serving(objects(20, 'x'.repeat(1_500_000)))
  const listed = await listProjected(server.http())('/p', {}, { project: () => null })()
  expect(E.isRight(listed) && listed.right.length).toBe(20)
  expect(server.calls.map(call => call.query.get('limit')).slice(0, 5)).toEqual(['500', '125', '31', '7', '14'])
  expect(server.calls.length).toBeLessThan(20)
})

test('S02 a list that is longer than it may be is an error: the fact is Unknown', async () => {
  const server = await serving(objects(20, 'x'.repeat(1_000)))
  expect(await listObjects(server.http())('/p', {}, { mostBytes: 10_000 })()).toEqual(
    E.left({ _tag: 'TooLarge', message: 'the list /p is longer than 10000 bytes', applied: 'No', httpStatus: null, retryAfter: null }),
  )
})

test('S02 one object that is no JSON is asked for once more alone, and is an error', async () => {
  const server = await scriptedApiServer(call => call.response.end('hello'))
  servers.push(server)
  expect(await listObjects(server.http())('/p', {})()).toMatchObject({ left: { _tag: 'Other', message: 'the answer is no JSON' } })
  expect(server.calls.map(call => call.query.get('limit'))).toEqual(['500', '125', '31', '7', '1'])
})
