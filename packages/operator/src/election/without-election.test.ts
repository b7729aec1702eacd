import { operatorOptions } from '@flink-operator/core'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { operatorDeploymentRef } from './deployment-ref.ts'
import { operatorDeployment } from './operator-deployment.ts'
import { electionAdvice, withoutElectionWords } from './without-election.ts'

const off = operatorOptions({ 'kubernetes.operator.leader-election.enabled': 'false' }).options
const on = operatorOptions({}).options
const one = { namespace: 'ns', name: 'op', replicas: 1, strategy: 'Recreate' }

describe('F20 P20 what is said where leader election is off', () => {
  test.each([
    ['two replicas', { ...one, replicas: 2 }, 'the Deployment ns/op has 2 replicas, and each of them acts on every resource'],
    ['a rolling update', { ...one, strategy: 'RollingUpdate' }, 'in an update a new replica acts beside the old one'],
  ])('%s: the start line and plan warn, and say the way out', (_title, deployment, words) => {
    expect(withoutElectionWords(deployment)).toContain(words)
    expect(withoutElectionWords(deployment)).toContain('one replica with strategy Recreate')
    expect(electionAdvice(off, deployment)).toMatchObject([{ severity: 'Advice', message: withoutElectionWords(deployment) }])
    expect(electionAdvice(on, deployment)).toEqual([])
  })

  test('one replica that is replaced only when it is gone: plan has nothing to say, the start line says that it is off', () => {
    expect(electionAdvice(off, one)).toEqual([])
    expect(withoutElectionWords(one)).toBe(withoutElectionWords(null))
  })

  test('what could not be read is told as such', () => {
    expect(electionAdvice(off, null)[0]?.message).toContain('could not be read')
    expect(electionAdvice(on, null)).toEqual([])
  })
})

test('its own Deployment is read by name; what Kubernetes defaults counts; not there, or no right to it: not seen', async () => {
  const httpOf = (answer: E.Either<unknown, unknown>) => ({ send: () => () => Promise.resolve(answer) }) as unknown as Http
  expect(await operatorDeployment(httpOf(E.right({ spec: {} })), operatorDeploymentRef({ OPERATOR_NAME: 'op' })))
    .toEqual({ namespace: 'flink-operator', name: 'op', replicas: 1, strategy: 'RollingUpdate' })
  const spec = { replicas: 3, strategy: { type: 'Recreate' } }
  expect(await operatorDeployment(httpOf(E.right({ spec })), one)).toEqual({ ...one, replicas: 3 })
  expect(await operatorDeployment(httpOf(E.left({ _tag: 'Forbidden' })), one)).toBe(null)
})
