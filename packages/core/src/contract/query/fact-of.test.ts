import { expect, test } from 'vitest'
import { aDeployment } from '../../../fixtures/cluster-facts.ts'
import { absent, known } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { factOf, factsOf } from './fact-of.ts'
import type { Query } from './query.ts'
import { unanswered } from './ask.ts'

const read: Query = { _tag: 'ReadDeployment', namespace: 'default', name: 'app' }
const stop = { _tag: 'GetSavepointOperation', endpoint: { namespace: 'default', service: 'app-rest', port: 8081, tls: false } } as const
const blue = known(aDeployment({ name: 'app-blue' }), 1)

test('a resource with one cluster has its facts by their names', () => {
  expect(factOf(read)).toBe('deployment')
  expect(factOf({ ...stop, jobId: 'j', triggerId: 't', for: 'stopOperation' })).toBe('stopOperation')
})

test('P21 what is seen of one of two clusters is nothing of the other', () => {
  const facts: Facts = { [factOf({ ...read, slot: 'blue' })]: blue, [factOf({ ...read, slot: 'green' })]: absent(2) }
  expect(factsOf(facts, 'blue')).toEqual({ deployment: blue })
  expect(factsOf(facts, 'green')).toEqual({ deployment: absent(2) })
  expect(factsOf(facts, 'lue')).toEqual({})
  expect(facts.deployment).toBeUndefined()
})

test('P14 an answer for one slot answers no other', () => {
  const facts: Facts = { [factOf({ ...read, slot: 'blue' })]: blue }
  expect(unanswered(facts, [read, { ...read, slot: 'blue' }, { ...read, slot: 'green' }])).toEqual([read, { ...read, slot: 'green' }])
})
