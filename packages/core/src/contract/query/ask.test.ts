import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describe, expect, test } from 'vitest'
import { absent, type Fact, known } from '../fact/fact.ts'
import { asked, inStages, missingFor, nothingMissing, orLook, together, togetherWith } from './ask.ts'
import type { Query } from './query.ts'

const deployment: Query = { _tag: 'ReadDeployment', namespace: 'a', name: 'x' }
const services: Query = { _tag: 'ListServices', namespace: 'a', clusterId: 'x' }
const jobs = { _tag: 'GetJobsOverview', endpoint: { namespace: 'a', service: 'x-rest', port: 8081, tls: false } } as const satisfies Query

describe('a question is an answer, or the queries that it lacks', () => {
  test('what was looked at live is answered; what is missing is named', () => {
    expect(asked([deployment])({ deployment: absent(0) })).toEqual(E.right(null))
    expect(asked([deployment, services])({ deployment: absent(0) })).toEqual(E.left([services]))
    expect(asked([])({})).toEqual(E.right(null))
  })

  test('what a cache says answers only who asks for no more (P05)', () => {
    expect(asked([deployment])({ deployment: absent(0, 'cache') })).toEqual(E.left([deployment]))
    expect(asked([{ ...deployment, freshness: 'watched' }])({ deployment: absent(0, 'cache') })).toEqual(E.right(null))
  })

  test('the answer to another query is none, though it fills the same field of the facts', () => {
    const checkpoints = (jobId: string): Query => ({ _tag: 'GetCheckpoints', endpoint: jobs.endpoint, jobId })
    const facts = { checkpoints: { ...absent(0), answers: checkpoints('a') } }
    expect(asked([checkpoints('a')])(facts)).toEqual(E.right(null))
    expect(asked([checkpoints('b')])(facts)).toEqual(E.left([checkpoints('b')]))
    expect(asked([checkpoints('b')])({ checkpoints: absent(0) })).toEqual(E.right(null))
  })

  test('an answer about more names answers for fewer, and not the other way round', () => {
    const namesOf = (...names: readonly string[]): Query => ({
      _tag: 'ReadNames',
      namespace: 'a',
      objects: names.map(name => ({ apiVersion: 'v1', kind: 'Service', name })),
    })
    const facts = { names: { ...known([], 0), answers: namesOf('x', 'y') } }
    expect(asked([namesOf('y')])(facts)).toEqual(E.right(null))
    expect(asked([namesOf('y', 'z')])(facts)).toEqual(E.left([namesOf('y', 'z')]))
  })

  test('how fresh it was to be, and whether events of mounts were asked for, makes no other question', () => {
    const pods = (withMountEvents: boolean, freshness: 'live' | 'watched'): Query => ({
      _tag: 'ListJobManagerPods',
      namespace: 'a',
      selector: { app: 'x' },
      withMountEvents,
      freshness,
    })
    const facts = { jobManagerPods: { ...known([], 0), answers: pods(false, 'live') } }
    expect(asked([pods(true, 'watched')])(facts)).toEqual(E.right(null))
  })

  test('questions that do not depend on each other are looked at in one look, and no query twice', () => {
    const both = together(asked([deployment, jobs]), asked([services, deployment]))
    expect(both({})).toEqual(E.left([deployment, jobs, services]))
    expect(both({ deployment: absent(0), jobs: known([], 0), services: known([], 0) })).toEqual(E.right([null, null]))
  })

  test('stages are asked one after the other, each with what the stages before it have seen', () => {
    const stages = (facts: { readonly deployment?: Fact<unknown> }) =>
      missingFor(inStages(() => [deployment], () => (facts.deployment?._tag === 'Absent' ? [services, jobs] : []))(facts))
    expect(stages({})).toEqual([deployment])
    expect(stages({ deployment: absent(0) })).toEqual([services, jobs])
    expect(stages({ deployment: known({}, 0) })).toEqual([])
    expect(inStages()({})).toBe(nothingMissing)
  })

  test('what may be needed later joins a look that is made anyway, and makes none', () => {
    const with2 = (facts: Parameters<ReturnType<typeof asked>>[0]) =>
      missingFor(pipe(facts, asked([deployment]), togetherWith(facts, () => [services, deployment, jobs])))
    expect(with2({ jobs: known([], 0) })).toEqual([deployment, services])
    expect(with2({ deployment: absent(0) })).toEqual([])
  })

  test('one that depends on another is asked after it', () => {
    const ask = (facts: Parameters<ReturnType<typeof asked>>[0]) =>
      pipe(facts, asked([deployment]), E.chain(() => asked([services])(facts)), orLook(queries => queries.map(({ _tag }) => _tag)))
    expect(ask({})).toEqual(['ReadDeployment'])
    expect(ask({ deployment: absent(0) })).toEqual(['ListServices'])
  })
})
