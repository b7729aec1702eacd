import { describe, expect, test } from 'vitest'
import { flinkDeploymentSpecFields } from '../../crd/flink-deployment-spec-fields.ts'
import { defaultsOf } from '../../crd/field.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { specDiff } from './spec-diff.ts'

const emptySpec: FlinkDeploymentSpec = defaultsOf<FlinkDeploymentSpec>(flinkDeploymentSpecFields as never)
const diff = (before: JsonObject | null, after: JsonObject | null) =>
  specDiff({ ...emptySpec, podTemplate: before }, { ...emptySpec, podTemplate: after }, 'native', true)
const inside = (fields: JsonObject): JsonObject => ({ spec: { part: fields } })
const limits = (memory: string): JsonObject => inside({ limits: { memory } })

describe('a pod template (control-flow.md, section 4.2)', () => {
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['its metadata', { metadata: { labels: { a: '1' } } }, { metadata: { labels: { a: '2' } } }],
    ['its spec', { spec: { hostname: 'a' } }, { spec: { hostname: 'b' } }],
    ['a list with an item', { spec: { volumes: ['a'] } }, { spec: {} }],
    ['a map with an entry', { spec: { nodeSelector: { a: '1' } } }, { spec: {} }],
    ['an empty object that says something', { spec: { emptyDir: {} } }, { spec: {} }],
    ['another amount', limits('1.5'), limits('1.2')],
    ['no amount', limits('x'), limits('y')],
    ['an amount and none', limits('1'), limits('x')],
    ['a quantity where none is expected', inside({ image: '1Gi' }), inside({ image: '1024Mi' })],
    ['a list and an object', { spec: { volumes: [] } }, { spec: { volumes: { a: '1' } } }],
    ['an object and a list', { spec: { volumes: { a: '1' } } }, { spec: { volumes: ['1'] } }],
    ['an object and a list of its length', { spec: { a: { b: '1' } } }, { spec: { a: { c: '1' } } }],
  ])('%s: UPGRADE', (_title, before, after) => {
    expect(diff(before, after).type).toBe('UPGRADE')
  })

  test.each(['labels', 'annotations', 'nodeSelector', 'matchLabels', 'limits', 'requests', 'overhead', 'volumeAttributes'])(
    '%s: empty is absent, and entries are told in the order of the user',
    name => {
      expect(diff(inside({ [name]: {} }), inside({})).changes).toEqual([])
      expect(diff(inside({}), inside({ [name]: { b: '2', a: '1' } })).text).toContain(
        `podTemplate.spec.part.${name} : null -> {"b":"2","a":"1"}`,
      )
    },
  )

  test.each<readonly [string, (amount: Json) => JsonObject]>([
    ['limits', it => ({ limits: { memory: it } })],
    ['requests', it => ({ requests: { memory: it } })],
    ['overhead', it => ({ overhead: { memory: it } })],
    ['sizeLimit', it => ({ sizeLimit: it })],
    ['divisor', it => ({ divisor: it })],
  ])('%s: quantities of one amount are no difference', (_name, fields) => {
    for (const [a, b] of [['1Gi', '1073741824'], ['0.5', '500m'], ['-1.5', '-1500m'], ['0', '0Mi'], [2, '2']] as const)
      expect(diff(inside(fields(a)), inside(fields(b))).changes).toEqual([])
  })

  test('null is absent', () => {
    expect(diff(inside({ image: null }), inside({})).changes).toEqual([])
    expect(diff({ spec: { list: ['a', null] } }, { spec: { list: ['a', null] } }).changes).toEqual([])
    expect(diff({ spec: { list: ['a', null] } }, { spec: { list: ['a', 'b'] } }).text).toContain('podTemplate.spec.list.1 : null -> b')
  })

  test('told with its fields sorted, lists as lists, and handed on as it was', () => {
    const { changes, text } = diff(null, { spec: { containers: [{ name: 'main', args: ['b', 'a'], tty: true }] }, apiVersion: 'v1' })
    expect(text).toBe(
      'Diff: FlinkDeploymentSpec[podTemplate : null -> {"spec":{"containers":[{"args":["b","a"],"name":"main","tty":true}]}}]',
    )
    expect(changes).toEqual([{
      path: 'podTemplate',
      type: 'UPGRADE',
      from: null,
      to: { spec: { containers: [{ name: 'main', args: ['b', 'a'], tty: true }] } },
    }])
  })
})
