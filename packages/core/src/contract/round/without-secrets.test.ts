import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import { known } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { makeEnv } from '../env.ts'
import { aResource } from '../../../fixtures/flink-deployment-resource.ts'
import type { Resource } from '../resource/resource.ts'
import { event } from './decision.ts'
import type { KindRules } from './kind.ts'
import { roundOf } from './round-of.ts'

interface ToyStatus {
  readonly error: string | null
  readonly recordedSpec: string
  readonly path: string
  readonly conditions: readonly { readonly type: string; readonly message: string }[]
  readonly record: { readonly failed: { readonly reason: string } | null }
}

const env = makeEnv({ now: 1_700_000_000_000 })
/** In the spec, in an annotation, in a recorded spec, in a child that was looked at, and in an answer of a server. */
const secrets = ['sEcret-of-spec', 'sEcret-of-meta', 'sEcret-of-record', 'sEcret-of-child'] as const
const all = secrets.join(' and ')
const { meta } = aResource({})
const recordedSpec = JSON.stringify({ spec: { flinkConfiguration: { 's3.secret-key': secrets[2] } } })
const initial: ToyStatus = { error: null, recordedSpec, path: `s3://b/${secrets[0]}`, conditions: [], record: { failed: null } }
const resourceWith = (status: ToyStatus): Resource<unknown, ToyStatus> => ({
  meta: { ...meta, annotations: { 'my.password': secrets[1] } },
  spec: { flinkConfiguration: { 's3.access.password': secrets[0] } },
  status,
})
const facts = { target: known({ spec: { flinkConfiguration: { 'child.token': secrets[3] } } }, env.now) } as unknown as Facts
const reporting = (text: string): ToyStatus => ({
  ...initial,
  error: JSON.stringify({ type: 'Toy', message: text }),
  conditions: [{ type: 'Ready', message: text }],
  record: { failed: { reason: text } },
})
const refused: AdapterError = { _tag: 'Other', message: `server says ${all}`, applied: 'No', httpStatus: 400, retryAfter: null }

/** A kind that hides nothing. */
const toy = (decided: readonly Action<ToyStatus>[]): KindRules<unknown, ToyStatus, null, Facts, null> => ({
  decode: () => E.left({ path: '', expected: '', found: '' }),
  validate: () => null,
  observe: () => null,
  reconcile: () => decided,
  onFailure: (_desired, _observed, _done, _failed, error) => [
    { _tag: 'PersistStatus', status: reporting(`${error.message}: ${all}`), reason: all },
    event('Warning', 'Operator', 'Toy', `${error.message}: ${all}`),
    { _tag: 'Requeue', after: 0, waitingFor: all },
  ],
})

/** The texts that left the reconcile, but for the fields that decisions read again. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === 'recordedSpec' || name === 'path' ? undefined : inner))
const leaked = (value: unknown): readonly string[] => secrets.filter(secret => textOf(value).includes(secret))

const words: readonly Action<ToyStatus>[] = [
  { _tag: 'PersistStatus', status: reporting(all), reason: all },
  event('Normal', 'Operator', 'Toy', all),
  { _tag: 'DeleteObject', target: {} as never, propagation: 'Foreground', uid: 'u', why: all } as unknown as Action<ToyStatus>,
  { _tag: 'Requeue', after: 1_000, waitingFor: all },
]

test('P23 a kind that hides nothing: nothing that leaves the reconcile holds a secret', () => {
  const { actions } = roundOf(toy(words), resourceWith(initial), env, facts).decided
  expect(actions.map(({ _tag }) => _tag)).toEqual(words.map(({ _tag }) => _tag))
  expect(leaked(actions)).toEqual([])
})

test('P23 a look says why without secrets', () => {
  const look: Action<ToyStatus> = { _tag: 'Look', queries: [], why: all }
  expect(leaked(roundOf(toy([look]), resourceWith(initial), env, facts).command)).toEqual([])
})

test('P23 the same after a failure: what a server repeats, what the kind records of it, and the end of the reconcile', () => {
  let round = roundOf(toy(words), resourceWith(initial), env, facts).after({ _tag: 'Failed', error: refused })
  const left: unknown[] = []
  while (round.command._tag === 'Perform') {
    left.push(round.command)
    round = round.after({ _tag: 'Done', version: '2' })
  }
  left.push(round.command)
  expect(left).toHaveLength(3)
  expect(leaked(left)).toEqual([])
})

test('fields that decisions read again stay as they are: recorded specs, paths', () => {
  const [first] = roundOf(toy(words), resourceWith(initial), env, facts).decided.actions
  expect(first).toMatchObject({ status: { recordedSpec, path: initial.path } })
})

test('a kind that compares before secrets are hidden does not write the same status in each reconcile (P08)', () => {
  const decided = [words[0]!, words[3]!]
  const [first] = roundOf(toy(decided), resourceWith(initial), env, facts).decided.actions
  const written = (first as { readonly status: ToyStatus }).status
  expect(roundOf(toy(decided), resourceWith(written), env, facts).decided.actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
  // before an effect the write stays: it proves that the decision rests on the newest status
  expect(roundOf(toy(words), resourceWith(written), env, facts).decided.actions[0]?._tag).toBe('PersistStatus')
})
