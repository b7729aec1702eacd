import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blueGreenStatus } from '../../../packages/core/src/kind/flink-blue-green-deployment/blue-green-codec.ts'
import type { ShownType } from '../../../packages/core/src/crd/field.ts'
import { flinkDeploymentStatus, initialFlinkDeploymentStatus } from '../../../packages/core/src/crd/flink-deployment-status-fields.ts'
import { flinkSessionJobStatus } from '../../../packages/core/src/kind/flink-session-job/flink-session-job-codec.ts'
import { flinkStateSnapshotStatus } from '../../../packages/core/src/kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
import { isDecidedBy } from '../../../packages/core/src/job/record/unread.ts'
import { referenceFields } from '../../../packages/core/src/kind/flink-deployment/hand-back.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { scenarios } from './hand-back-scenarios.ts'

/** The table of the page: field, and its three columns. */
const page = readFileSync(join(import.meta.dirname, '../../../docs/coming-from-apache.md'), 'utf8')
const section = /## What is read and written[^\n]*\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
const rows = section.split('\n').filter(line => line.startsWith('| `')).map(line => {
  const [field = '', taken = '', written = '', back = ''] = line.split(' | ').map(it => it.replaceAll(/^\| | \|$/g, ''))
  return { field: field.replaceAll('`', ''), taken, written, back }
})

const fieldsOf = (type: ShownType): readonly string[] => (type.parts?._tag === 'Fields' ? type.parts.fields.map(([name]) => name) : [])

/** The fields of a status; those that say how things stand, one by one. */
const statusFields = (status: ShownType): readonly string[] =>
  (status.parts?._tag === 'Fields' ? status.parts.fields : []).flatMap(([name, { type }]) =>
    name === 'jobStatus' || name === 'reconciliationStatus' ? fieldsOf(type).map(it => `${name}.${it}`) : [name]
  )

const at = (status: FlinkDeploymentStatus, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], status)

const withField = (status: FlinkDeploymentStatus, path: string, value: unknown): FlinkDeploymentStatus => {
  const [part = '', name] = path.split('.')
  return { ...status, [part]: name === undefined ? value : { ...at(status, part) as object, [name]: value } }
}

/** One for each answer. */
const distinct = <A>(all: readonly A[], answer: (one: A) => unknown): readonly A[] => [
  ...new Map(all.map(one => [JSON.stringify(answer(one)), one])).values(),
]

const written = scenarios.flatMap(({ run }) => run().log.flatMap(entry => (entry._tag === 'Status' ? [entry.status] : [])))

describe("coming-from-apache.md: what is read and written of the other's status", () => {
  test('every field has its row, and no other has; those of a session job are among them', () => {
    const fields = rows.map(({ field }) => field)
    expect(fields.toSorted()).toEqual([...statusFields(flinkDeploymentStatus)].toSorted())
    expect(statusFields(flinkSessionJobStatus).filter(it => !fields.includes(it))).toEqual([])
  })

  test.each(rows)('$field: it says something at a take-over if decisions rest on it', ({ field, taken }) => {
    expect(taken !== '–').toBe(isDecidedBy({ path: `status.${field}`, found: '', expected: '' }))
  })

  test.each(rows)('$field is written', ({ field, written: words }) => {
    expect(words).not.toBe('–')
    // what is asked for by a nonce in the status, and stands in no scenario of a hand-back
    if (field !== 'jobStatus.checkpointInfo')
      expect(new Set([initialFlinkDeploymentStatus, ...written].map(it => JSON.stringify(at(it, field)))).size).toBeGreaterThan(1)
  })

  test('what the reference operator decides by has words for the way back', () => {
    const bases = distinct(written.flatMap(it => [it, withField(it, 'jobStatus.upgradeSavepointPath', null)]), referenceFields)
    const decided = rows.filter(({ field }) => {
      const values = distinct(written.map(status => at(status, field)), it => it).slice(0, 10)
      return bases.some(status =>
        values.some(value => JSON.stringify(referenceFields(withField(status, field, value))) !== JSON.stringify(referenceFields(status)))
      )
    })
    expect(decided.map(({ field }) => field)).toEqual([
      'jobStatus.state',
      'jobStatus.upgradeSavepointPath',
      'jobStatus.savepointInfo',
      'reconciliationStatus.state',
      'reconciliationStatus.lastReconciledSpec',
      'jobManagerDeploymentStatus',
    ])
    expect(decided.filter(({ back }) => back === '–')).toEqual([])
  })

  test('what is ours of the other kinds is what the page names', () => {
    const ours = ['conditions', 'operatorRecord', 'observedGeneration', 'operation']
    const among = (status: ShownType) => ours.filter(it => fieldsOf(status).includes(it))
    expect(among(flinkStateSnapshotStatus)).toEqual(['conditions', 'operatorRecord'])
    expect(among(blueGreenStatus)).toEqual(ours)
    expect(section).toContain(
      'in addition they have `conditions` and `operatorRecord`; a FlinkBlueGreenDeployment also has `observedGeneration` and `operation`',
    )
  })
})
