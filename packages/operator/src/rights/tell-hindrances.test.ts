import type { AdapterError, Fact, Query } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import { expect, test } from 'vitest'
import { plantedInKinds } from '../../test/planted-in-kinds.ts'
import { rounds } from '../../test/reported-outputs.ts'
import { createHindranceTeller } from './tell-hindrances.ts'

const key = { namespace: 'a', name: 'app' }
const refusal: AdapterError = { _tag: 'Forbidden', message: 'x/status is forbidden', applied: 'No', httpStatus: 403, retryAfter: null }
const unseen = ({ _tag }: Query): Fact<unknown> => ({
  _tag: 'Unknown',
  source: 'live',
  asOf: 0,
  reason: 'Forbidden',
  message: `${_tag}: the operator cannot get it`,
})

const teller = () => {
  const events: EmitEvent[] = []
  const tell = createHindranceTeller((_key, _resource, event) => {
    events.push(event)
    return Promise.resolve()
  })
  return { tell, events }
}

const kinds = ['FlinkDeployment', 'FlinkSessionJob', 'FlinkBlueGreenDeployment', 'FlinkStateSnapshot', 'FlinkApplication'] as const

test.each(kinds)('%s: a right that is missing is told on the resource, once', async kind => {
  const of = plantedInKinds().find(it => it.kind === kind)!
  const { tell, events } = teller()
  for (
    const report of await rounds(
      of.bare,
      tag => (tag === 'PersistStatus' || tag === 'AddFinalizer' ? refusal : null),
      null,
      3,
      of.answer('w'),
    )
  )
    await tell.after(key, of.bare, report)
  expect(events.map(({ reason, message }) => [reason, message])).toContainEqual([
    'MissingRight',
    'The operator may not do what this resource needs: x/status is forbidden',
  ])
  expect(new Set(events.map(({ message }) => message)).size).toBe(events.length)
})

test.each(kinds)('S05 %s: a REST Service that leads elsewhere is told on the resource, once', async kind => {
  const of = plantedInKinds().find(it => it.kind === kind)!
  const { tell, events } = teller()
  const message = 'Service a/app-rest is not as the operator makes it: its type is ExternalName. No request was sent to it'
  const unreachable = (): AdapterError => ({ ...refusal, _tag: 'Unreachable', message })
  for (const report of await rounds(of.bare, unreachable, null, 3, of.answer('w'))) await tell.after(key, of.bare, report)
  expect(events.filter(({ reason }) => reason === 'ForeignService').map(it => it.message)).toEqual([message])
})

test('what may not be looked at is told in the words of the server', async () => {
  const of = plantedInKinds().find(it => it.kind === 'FlinkDeployment')!
  const { tell, events } = teller()
  for (const report of await rounds(of.bare, () => null, null, 3, unseen)) await tell.after(key, of.bare, report)
  expect(events.map(({ message }) => message)).toContain(
    'The operator may not do what this resource needs: ReadDeployment: the operator cannot get it',
  )
  expect(tell.kept()).toBe(1)
  tell.forget(key)
  expect(tell.kept()).toBe(0)
})

test('P23 the words of the server hold no secret of the resource', async () => {
  const of = plantedInKinds().find(it => it.kind === 'FlinkDeployment')!
  const { tell, events } = teller()
  const words = `forbidden: ${of.secrets.map(({ secret }) => secret).join(' ')}`
  const refuse = (): AdapterError => ({ ...refusal, message: words })
  for (const report of await rounds(of.put, refuse, null, 2, of.answer(words))) await tell.after(key, of.put, report)
  expect(events).toHaveLength(1)
  expect(of.secrets.filter(({ secret }) => events[0]?.message.includes(secret))).toEqual([])
})
