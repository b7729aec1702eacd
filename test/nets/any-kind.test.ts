import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { root } from './run-tool.ts'

/** The operator's loop carries out resources of any kind: what it has to know of one, it asks the kind for (`contract/round/kind.ts`). */
const loop = ['controller.ts', 'executor.ts', 'loop.ts', 'queue.ts', 'round-verdict.ts', 'round.ts', 'states.ts', 'in-time.ts']

/** Names of kinds, and fields that only one kind has. */
const ofOneKind = [...kindNames, 'deploymentName', 'blueGreenState', 'versionStatuses', 'jobReference']

const found = (text: string): readonly string[] => ofOneKind.filter(name => new RegExp(`\\b${name}\\b`, 'u').test(text))

describe('net: nothing of one kind in the loop', () => {
  test.each(loop)('%s', file => {
    expect(found(readFileSync(join(root, 'packages/operator/src', file), 'utf8'))).toEqual([])
  })

  test('it finds a name and a field', () => {
    expect(found("if (kind === 'FlinkSessionJob') return resource.spec.deploymentName")).toEqual(['FlinkSessionJob', 'deploymentName'])
  })
})

describe('what the loop asks a kind for', () => {
  test('jobs of one session cluster are reconciled together: one list of jobs serves them all', () => {
    const job = { spec: { deploymentName: 'shared' } }
    expect(kindNames.filter(name => kindOf(name).reconciledWith(job) !== null)).toEqual(['FlinkSessionJob'])
    expect(kindOf('FlinkSessionJob').reconciledWith(job)).toBe('shared')
    expect(kindOf('FlinkSessionJob').reconciledWith({ spec: {} })).toBeNull()
  })

  test.each(kindNames)('%s: where it rests is among its states, and a status without a state has none', name => {
    const { all, atRest, of } = kindOf(name).states
    expect(atRest.filter(state => !all.includes(state))).toEqual([])
    for (const status of [null, {}, { jobStatus: null }, [], 'x']) expect(of(status)).toEqual({ lifecycleState: null, jobState: null })
  })

  test('of a FlinkApplication with two versions the job of the live one counts', () => {
    const versionStatuses = [{ versionHash: 'a', jobStatus: { state: 'RUNNING' } }, { versionHash: 'b', jobStatus: { state: 'FAILED' } }]
    expect(kindOf('FlinkApplication').states.of({ phase: 'DualRunning', deployHash: 'b', versionStatuses })).toEqual({
      lifecycleState: 'DualRunning',
      jobState: 'FAILED',
    })
  })
})
