import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { PlanWords } from '@flink-operator/simulation/plan'
import { printed } from './printed.ts'

const render = (object: unknown): string =>
  printed({
    plans: [{
      words: {
        file: 'a.yaml',
        kind: 'FlinkDeployment',
        resource: 'ns/app',
        findings: [],
        diff: { type: 'IGNORE', changes: [] },
        actions: [],
        then: [],
        unseen: [],
        waitingFor: null,
        operation: null,
        impact: { _tag: 'None' },
        rendered: [object],
      } as unknown as PlanWords,
      placeOf: () => ({ file: 'a.yaml', line: 1, column: 1 }),
    }],
    problems: [],
    passedOver: [],
  }, { output: 'text', render: true })

const readBack = (text: string, version: '1.1' | '1.2'): unknown =>
  parseAllDocuments(text, { version, merge: version === '1.1' }).map(document => document.toJS() as unknown).at(-1)

/** Texts that some version of YAML takes for a boolean, null, a number, a date, a merge or a mark. */
const special = fc.constantFrom(
  ...['yes', 'No', 'on', 'OFF', 'y', 'N', 'true', '~', 'null', ''],
  ...['0777', '0o17', '0x1F', '0b11', '1_000', '1:30', '12:30:45', '190:20:30.15', '1e3', '.5', '+1', '.inf', '-.INF', '.NaN'],
  ...[
    '2001-12-14',
    '2001-12-14t21:59:43.10-05:00',
    '<<',
    '=',
    '!x',
    '&a',
    '*a',
    '- a',
    '? a',
    ': a',
    'a: b',
    '# a',
    '%YAML 1.1',
    '---',
    '...',
  ],
)
const text = fc.oneof(
  special,
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('1', '0', '_', ':', '.', 'e', '-', ' ', '\n', '\t', 'ü') }),
)
const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 }))

describe('U04 what --render prints is the same for readers of YAML 1.1 and 1.2', () => {
  test.prop([fc.dictionary(text.filter(key => key !== '__proto__'), value, { maxKeys: 4 })])(
    'texts stay texts, as keys and as values',
    data => {
      const object = { kind: 'ConfigMap', data: { ...data } }
      expect(readBack(render(object), '1.1')).toEqual(object)
      expect(readBack(render(object), '1.2')).toEqual(object)
    },
  )
})
