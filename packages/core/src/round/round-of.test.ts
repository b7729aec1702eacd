import { describe, expect, test } from 'vitest'
import { kinds } from '../kinds.ts'
import { makeEnv } from '../make-env.ts'
import { aResource } from '../../fixtures/flink-deployment-resource.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import { absent, known } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { factOf } from '../query/fact-of.ts'
import type { RoundEvent } from './round-state.ts'
import { type RoundOf, roundOf } from './round-of.ts'

const env = makeEnv({ now: 1_700_000_000_000 })
const resource = aResource({})
const begun = () => roundOf(kinds.FlinkDeployment, resource, env)
const factOfName = (name: string): Facts => ({ [name]: name === 'deployment' ? absent(env.now) : known([], env.now) })

/** Nothing is there, and everything succeeds; `answer`: what becomes of an effect. */
const drive = <A, B, C>(start: RoundOf<A, B, C>, answer: (effect: string) => RoundEvent = () => ({ _tag: 'Done', version: '9' })) => {
  const told: string[] = []
  let round = start
  for (;;) {
    const { command } = round
    if (command._tag === 'Finish') return { told, end: command.end, decided: round.decided }
    told.push(command._tag === 'Look' ? 'Look' : `${command.effect._tag} on ${command.version}`)
    round = command._tag === 'Perform' ? round.after(answer(command.effect._tag)) : round.after({
      _tag: 'Seen',
      facts: Object.assign({}, ...command.queries.flat().map(query => factOfName(factOf(query)))) as Facts,
    })
  }
}

describe('a round of a kind, driven from outside', () => {
  test('a first deployment: looks, then a write before anything that is created (P03), on the version that was read', () => {
    const { told, end } = drive(begun())
    expect(told.filter(it => it === 'Look').length).toBeGreaterThan(0)
    const effects = told.filter(it => it !== 'Look')
    expect(effects[0]).toBe(`PersistStatus on ${resource.meta.resourceVersion}`)
    expect(effects[1]).toMatch(/ on 9$/)
    expect(end._tag).toBe('Settled')
  })

  test('what was decided, and on which facts, can be read of it', () => {
    const { decided } = drive(begun())
    expect(Object.keys(decided.facts)).toContain('deployment')
    expect(decided.desired.meta).toEqual(resource.meta)
    expect(decided.actions.at(-1)?._tag).toBe('Requeue')
  })

  test('it is a value: from the same point it goes both ways', () => {
    const error: AdapterError = { _tag: 'Conflict', message: 'no', applied: 'No', httpStatus: 409, retryAfter: null }
    const round = begun()
    expect(drive(round, () => ({ _tag: 'Failed', error })).end).toEqual({ _tag: 'StartAnew', error })
    expect(drive(round).end._tag).toBe('Settled')
  })

  test('an event that was not asked for changes nothing', () => {
    const round = begun()
    expect(round.after({ _tag: 'Done', version: '9' }).command).toEqual(round.command)
  })
})
