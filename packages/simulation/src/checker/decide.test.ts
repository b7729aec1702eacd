import type { Facts } from '@flink-operator/core/fact'
import { secretsBy } from '@flink-operator/core/round'
import { describe, expect, it } from 'vitest'
import { checkerEnv } from './checker-env.ts'
import { secretsMemo } from './decide.ts'

const env = { ...checkerEnv, now: 0, consecutiveFailures: 0 }
const spec = (secret: string) => ({ flinkConfiguration: { 's3.secret-key': secret } })
const known = (value: unknown) => ({ _tag: 'Known', value, asOf: 0 })
const facts = (values: Readonly<Record<string, unknown>>): Facts => values as Facts

describe('the secrets of what queries showed are those that the core finds (P23)', () => {
  const child = known({ spec: spec('hunter2-of-the-child') })
  const recorded = known({ spec: {}, status: { lastReconciledSpec: JSON.stringify({ spec: spec('hunter2-of-the-record') }) } })
  it.each([
    ['of one resource', { child }],
    ['of a recorded spec', { recorded }],
    ['of several', { child, recorded }],
    ['of nothing that was seen', { child: { _tag: 'Absent', asOf: 0 }, recorded: { _tag: 'Unknown', reason: 'Timeout' } }],
    ['of what is no resource', { jobs: known(['hunter2-of-a-list']), word: known('hunter2-of-a-text') }],
  ])('%s', (_name, seen) => {
    const found = secretsMemo()({ secrets: ['of-the-resource'] }, facts(seen), env)
    expect(found.toSorted()).toEqual(secretsBy({ secrets: ['of-the-resource'] }, facts(seen), env).toSorted())
  })

  it('again from the memory, and with those of another value beside it', () => {
    const memo = secretsMemo()
    const first = memo({ secrets: [] }, facts({ child }), env)
    expect(first).toContain('hunter2-of-the-child')
    expect(memo({ secrets: [] }, facts({ child }), env)).toEqual(first)
    expect(memo({ secrets: [] }, facts({ child: recorded, other: child }), env)).toEqual(
      expect.arrayContaining(['hunter2-of-the-record', ...first]),
    )
  })
})
