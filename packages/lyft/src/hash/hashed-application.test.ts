import { makeEnv } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { anApplication } from '../../fixtures/flink-application-resource.ts'
import { validate } from '../validated-flink-application.ts'

const copy = { 'kubectl.kubernetes.io/last-applied-configuration': '{"kind":"FlinkApplication"}' }
const env = makeEnv({ now: 0 })
const hashOf = (annotations: Readonly<Record<string, string>>): string => validate(anApplication({}, { annotations }), env).hash
const [bare, whole] = [hashOf({}), hashOf(copy)]

describe('the hash of a spec and the copy of the document that kubectl keeps in an annotation', () => {
  test("the copy is part of the hash, as in Lyft's operator; objects are rendered without it", () => {
    expect(whole).not.toBe(bare)
    expect(validate(anApplication({}, { annotations: { ...copy, own: 'x' } }), env).meta.annotations).toEqual({ own: 'x' })
  })

  test.each([
    // recorded, the hash that the same spec has
    ["a version that Lyft's operator deployed", whole, whole],
    ['a version that was deployed without the copy', bare, bare],
    ['another version', '0'.repeat(8), whole],
    ['none', '', whole],
  ])('%s', (_title, deployHash, hash) => {
    const desired = validate(anApplication({}, { annotations: copy }, { phase: 'Running', deployHash }), env)
    expect([desired.hash, desired.liveHash]).toEqual([hash, hash])
  })
})
