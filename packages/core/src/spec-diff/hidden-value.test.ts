import { expect, test } from 'vitest'
import { decodeFlinkDeployment } from '../codec/flink-deployment.ts'
import { specDiff } from './spec-diff.ts'

const spec = (flinkConfiguration: object, env: object) => {
  const decoded = decodeFlinkDeployment({
    metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 1, resourceVersion: '1' },
    spec: { flinkConfiguration, podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [env] }] } }, job: {} },
  })
  if (decoded._tag === 'Left') throw new Error(decoded.left.path)
  return decoded.right.spec
}

test('P23 the text of a change shows no value of a sensitive key or variable', () => {
  const { text, type } = specDiff(
    spec({ 's3.secret-key': 'MARKER1', 'a.b': 'x' }, { name: 'DB_PASSWORD', value: 'MARKER2' }),
    spec({ 's3.secret-key': 'MARKER3', 'a.b': 'y' }, { name: 'DB_PASSWORD', value: 'MARKER4' }), 'native',
  )
  expect(type).toBe('UPGRADE')
  expect(text).not.toContain('MARKER')
  expect(text).toContain('flinkConfiguration.s3.secret-key : (hidden) -> (hidden)')
  expect(text).toContain('flinkConfiguration.a.b : x -> y')
})
