import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, makeEnv } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Quarantine } from './quarantine-record.ts'
import { quarantinedStatus, quarantineEvent, quarantineMessage } from './quarantine-words.ts'

const at = Date.parse('2026-01-31T12:00:00Z')
const quarantine: Quarantine = {
  entry: { kind: 'FlinkDeployment', namespace: 'a', name: 'poison', version: 'uid/3', times: 2, at, why: 'LoopStoodStill' },
  until: at + 120_000,
}
const message = 'The operator was blocked by its reconcile (2 times). It does not reconcile this resource until 2026-01-31T12:02:00Z, '
  + 'or until its spec is edited. Its job or cluster keeps running meanwhile, without supervision'

const of = (status: unknown): JsonObject => ({ metadata: { generation: 3 }, ...(status === undefined ? {} : { status }) }) as JsonObject

describe('what is told on a quarantined resource', () => {
  test('the message says what happened and until when', () => {
    expect(quarantineMessage(quarantine)).toBe(message)
    expect(quarantineEvent(quarantine)).toMatchObject({ type: 'Warning', reason: 'Quarantined', message })
  })

  test('its conditions say so; all else of the status stays as it is', () => {
    const status = {
      lifecycleState: 'STABLE',
      conditions: [
        { type: 'Ready', status: 'True', reason: 'Stable', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' },
        { type: 'Running', status: 'True', reason: 'Running', message: 'Job status RUNNING', lastTransitionTime: '2026-01-01T00:00:00Z' },
        'no condition',
      ],
    }
    expect(quarantinedStatus(of(status), quarantine, at)).toEqual({
      lifecycleState: 'STABLE',
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'Quarantined',
          message,
          lastTransitionTime: '2026-01-31T12:00:00Z',
          observedGeneration: 3,
        },
        {
          type: 'Reconciling',
          status: 'False',
          reason: 'Quarantined',
          message: '',
          lastTransitionTime: '2026-01-31T12:00:00Z',
          observedGeneration: 3,
        },
        {
          type: 'Stalled',
          status: 'True',
          reason: 'Quarantined',
          message,
          lastTransitionTime: '2026-01-31T12:00:00Z',
          observedGeneration: 3,
        },
        { type: 'Running', status: 'True', reason: 'Running', message: 'Job status RUNNING', lastTransitionTime: '2026-01-01T00:00:00Z' },
      ],
    })
  })

  test('nothing is written where that is told already', () => {
    const reported = quarantinedStatus(of(undefined), quarantine, at)
    expect(quarantinedStatus(of(reported), quarantine, at + 1_000)).toBe(null)
    expect(quarantinedStatus(of(reported), { ...quarantine, until: at + 240_000 }, at + 1_000)).not.toBe(null)
  })

  test.each([[null], ['x'], [[]], [{ conditions: 7 }], [{ conditions: [null, [], 1] }]])('a status %j is no trouble', status => {
    expect((quarantinedStatus(of(status), quarantine, at)?.['conditions'] as readonly unknown[]).length).toBe(3)
  })
})

const examples: readonly (readonly [KindName, string])[] = [
  ['FlinkDeployment', 'savepoint'],
  ['FlinkStateSnapshot', 'state-snapshot'],
  ['FlinkSessionJob', 'session-job'],
  ['FlinkBlueGreenDeployment', 'blue-green'],
  ['FlinkApplication', 'flink-application'],
]

describe('a status that holds nothing but these conditions is no record of a deployment', () => {
  test.each(examples)('%s: the first round after the pause decides what it had decided without', (name, example) => {
    const text = readFileSync(join(import.meta.dirname, `../../../../examples/${example}.yaml`), 'utf8')
    const { metadata, ...rest } = parse(text) as JsonObject
    const resource: JsonObject = {
      ...rest,
      metadata: {
        ...metadata as JsonObject,
        namespace: 'a',
        uid: 'uid',
        resourceVersion: '1',
        generation: 3,
        creationTimestamp: '2026-01-31T11:00:00Z',
      },
    }
    const kind = kindOf(name)
    const env = makeEnv({ now: at })
    const decided = (of: JsonObject): string => {
      const decoded = kind.decode(of)
      if (E.isLeft(decoded)) throw new Error(decoded.left.path)
      const desired = kind.validate(decoded.right, env)
      const observed = kind.observe(desired, { meta: decoded.right.meta, status: decoded.right.status }, {}, env)
      return JSON.stringify(kind.reconcile(desired, observed, env), (key, value: unknown) => (key === 'conditions' ? [] : value))
    }
    expect(decided({ ...resource, status: quarantinedStatus(resource, quarantine, at) ?? {} })).toBe(decided(resource))
  })
})
