import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, savepointsDone, settled } from '../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../fixtures/played-blue-green.ts'
import { image } from '../../../fixtures/blue-green-plays.ts'
import type { BlueGreenAction } from '../../../fixtures/a-blue-green.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import { decideAfterFailure } from '../../contract/round/decide.ts'
import { onFailure } from './flink-blue-green-deployment-kind.ts'

const refused = (change: Partial<AdapterError> = {}): AdapterError => ({
  _tag: 'Invalid',
  message: 'no',
  applied: 'No',
  httpStatus: 422,
  retryAfter: null,
  ...change,
})
/** The savepoint of a switch is about to be sent. */
const asking = (): Play => edited(activeBlue(), image('two'))
/** Green is about to be created. */
const creating = (): Play => {
  const play = savepointsDone(settled(asking()))
  const { actions } = decidedIn(play)
  const status = actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : [])).at(-1)
  return status === undefined || play.parent === null ? expect.fail('no write') : { ...play, parent: { ...play.parent, status } }
}

const failing = (play: Play, tag: BlueGreenAction['_tag'], error: AdapterError, secret?: string): readonly BlueGreenAction[] => {
  const { actions, round: { desired, observed, env } } = decidedIn(play)
  const at = actions.findIndex(({ _tag }) => _tag === tag)
  const failed = actions[at] ?? expect.fail(`no ${tag} in ${actions.map(({ _tag }) => _tag).join()}`)
  const { meta, status } = observed.recorded
  const secrets = secret === undefined ? desired.secrets : [secret]
  const of = { kind: { onFailure }, resource: { meta, spec: null, status }, desired, secrets, env }
  return decideAfterFailure(of, { observed, facts: observed.facts }, actions.slice(0, at), failed, error)
}
const tagsOf = (actions: readonly BlueGreenAction[]): string => actions.map(({ _tag }) => _tag).join(' ')
const statusOf = (actions: readonly BlueGreenAction[]) => actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : []))[0]

describe('an action of a switch that fails (E-32, E-33)', () => {
  const ends = ['Invalid', 'Forbidden', 'Unauthorized', 'UnknownPath', 'TooLarge', 'Other'] as const

  test.each([...ends, 'Conflict', 'NotFound', 'Timeout', 'Unavailable', 'Unreachable', 'TooManyRequests', 'AlreadyExists'] as const)(
    'a savepoint whose request ends with %s',
    _tag => {
      const actions = failing(asking(), 'TriggerSavepoint', refused({ _tag }))
      const isEnd = (ends as readonly string[]).includes(_tag)
      expect(tagsOf(actions)).toBe(isEnd ? 'PersistStatus EmitEvent Requeue' : 'EmitEvent Requeue')
      expect(actions.at(-1)).toMatchObject(
        isEnd ? { after: 0, waitingFor: 'the next attempt' } : { after: 5_000, waitingFor: `the next attempt after ${_tag}` },
      )
    },
  )

  test('one that may have been applied ends nothing: the next look tells', () => {
    expect(tagsOf(failing(asking(), 'TriggerSavepoint', refused({ applied: 'Maybe' })))).toBe('EmitEvent Requeue')
  })

  test('a savepoint that was refused: blue serves on, which was never touched, and the attempt counts', () => {
    const actions = failing(asking(), 'TriggerSavepoint', refused())
    expect(statusOf(actions)).toMatchObject({
      blueGreenState: 'ACTIVE_BLUE',
      operation: null,
      error: 'Could not trigger Savepoint. Details: no',
      savepointTriggerId: null,
      abortTimestamp: null,
      operatorRecord: { failed: { times: 1, reason: 'Could not trigger Savepoint. Details: no' } },
    })
    expect(actions[1]).toMatchObject({ type: 'Warning', reason: 'TransitionFailed', message: 'Could not trigger Savepoint. Details: no' })
  })

  test('a green that can not be created: the same', () => {
    const play = settled(creating(), 0)
    const applying = decidedIn(play).actions.some(({ _tag }) => _tag === 'ApplyObject') ? play : creating()
    const { actions: list } = decidedIn(applying)
    const persist = list.find(it => it._tag === 'PersistStatus')
      ?? { _tag: 'PersistStatus' as const, status: applying.parent?.status ?? expect.fail('gone'), reason: '' }
    const apply = list.find(it => it._tag === 'ApplyObject') ?? expect.fail(tagsOf(list))
    const { desired, observed, env } = decidedIn(applying).round
    const after = onFailure(desired, observed, [persist], apply, refused({ _tag: 'Forbidden' }), env)
    expect(statusOf(after)).toMatchObject({
      blueGreenState: 'ACTIVE_BLUE',
      operation: null,
      error: 'Could not start Transition. Details: no',
    })
    const seen = { ...persist.status, operation: persist.status.operation === null ? null : { ...persist.status.operation, childUid: 'u' } }
    const later = onFailure(desired, observed, [{ ...persist, status: seen }], apply, refused({ _tag: 'Forbidden' }), env)
    expect(tagsOf(later)).toBe('EmitEvent Requeue')
    expect(tagsOf(onFailure(desired, observed, [], apply, refused({ _tag: 'Forbidden' }), env))).toBe('EmitEvent Requeue')
  })

  test('E-36 the first child is not a switch: there is nothing to go back to', () => {
    const first = settled(aPlay(), 0)
    const { actions, round: { desired, observed, env } } = decidedIn(first)
    const apply = actions.find(it => it._tag === 'ApplyObject') ?? expect.fail(tagsOf(actions))
    const persist = { _tag: 'PersistStatus' as const, status: first.parent?.status ?? expect.fail('gone'), reason: '' }
    const after = onFailure(desired, observed, [persist], apply, refused(), env)
    expect(tagsOf(after)).toBe('EmitEvent Requeue')
    expect(after[0]).toMatchObject({ type: 'Warning', reason: 'Error', message: 'ApplyObject failed: no' })
  })

  test.each(['PersistStatus', 'EmitEvent'] as const)('P15 P18 a failed %s is told to nobody', tag => {
    const { actions, round: { desired, observed, env } } = decidedIn(asking())
    const failed = actions.find(({ _tag }) => _tag === tag) ?? expect.fail('not there')
    expect(tagsOf(onFailure(desired, observed, [], failed, refused({ _tag: 'Conflict' }), env))).toBe('Requeue')
  })

  test('P23 what is secret is neither written nor told, and a text is bounded', () => {
    const actions = failing(asking(), 'TriggerSavepoint', refused({ message: `s3cr3t-word ${'x'.repeat(2_000)}` }), 's3cr3t-word')
    expect(JSON.stringify(actions)).not.toContain('s3cr3t-word')
    expect(actions.flatMap(it => (it._tag === 'EmitEvent' ? [it.message.length] : []))[0]).toBeLessThanOrEqual(1_000)
  })
})
