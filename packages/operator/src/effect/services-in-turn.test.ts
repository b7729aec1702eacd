import type { JsonObject } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import type { ClusterPort, Effect, EffectContext } from '../port/cluster-port.ts'
import { servicesInTurn, turnTimeout } from './services-in-turn.ts'

const creation = { _tag: 'CreateObject' } as Effect
const contextOf = (manifest: JsonObject, signal = new AbortController().signal): EffectContext => ({ manifest, signal }) as EffectContext

/** What was sent, in order, and how it is answered. */
const heldPort = () => {
  const sent: { readonly name: string; readonly answer: () => void }[] = []
  const perform: ClusterPort['perform'] = (_, { manifest }) =>
    new Promise(resolve => {
      sent.push({ name: manifest?.['name'] as string, answer: () => resolve(E.right({ written: null })) })
    })
  return { sent, names: () => sent.map(({ name }) => name), port: { perform } as ClusterPort }
}

const services = Array.from({ length: 11 }, (_, index): JsonObject => ({ kind: 'Service', name: `s${index}` }))
const first = services.slice(0, 8).map(({ name }) => name)

test('L8 Services are created a few at a time, in order; nothing else waits for them', async () => {
  const [{ sent, names, port }, clock] = [heldPort(), manualClock(0)]
  const inTurn = servicesInTurn(port, clock)
  const answers = services.map(manifest => inTurn.perform(creation, contextOf(manifest)))
  void inTurn.perform(creation, contextOf({ kind: 'Deployment', name: 'd' }))
  void inTurn.perform({ _tag: 'DeleteObject' } as Effect, contextOf({ kind: 'Service', name: 'deleted' }))
  await clock.advance(1)
  expect(names().filter(name => name.startsWith('s'))).toEqual(first)
  expect(names()).toEqual(expect.arrayContaining(['d', 'deleted']))
  sent.find(({ name }) => name === 's3')?.answer()
  expect(await answers[3]).toEqual(E.right({ written: null }))
  await clock.advance(1)
  expect(names().filter(name => name.startsWith('s'))).toEqual([...first, 's8'])
})

test('L8 a Service whose turn did not come in time, or in the time of its round, was surely not created, and is not created later', async () => {
  const [{ sent, names, port }, clock] = [heldPort(), manualClock(0)]
  const inTurn = servicesInTurn(port, clock)
  const givenUp = new AbortController()
  const answers = services.map(manifest =>
    inTurn.perform(creation, contextOf(manifest, manifest['name'] === 's9' ? givenUp.signal : undefined))
  )
  givenUp.abort()
  expect(await answers[9]).toMatchObject(E.left({ _tag: 'Timeout', applied: 'No' }))
  await clock.advance(turnTimeout)
  expect(await answers[8]).toMatchObject(E.left({ _tag: 'Timeout', applied: 'No' }))
  expect(await answers[10]).toMatchObject(E.left({ _tag: 'Timeout', applied: 'No' }))
  for (const { answer } of sent) answer()
  expect(await Promise.all(answers.slice(0, 8))).toEqual(first.map(() => E.right({ written: null })))
  expect(names()).toEqual(first)
  expect(clock.pending()).toBe(0)
})
