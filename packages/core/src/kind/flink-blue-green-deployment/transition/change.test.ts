import { describe, expect, test } from 'vitest'
import { aBlueGreen } from '../../../../fixtures/a-blue-green.ts'
import { changeBetween, changeOf, changeRows } from './change.ts'
import { aSpec, type SpecChange } from '../../../../fixtures/flink-deployment-resource.ts'

describe('4.2: which edit is it? The rows of change.ts, in their order', () => {
  const before = (change: SpecChange = {}) => aSpec(change)
  test.each<readonly [string, SpecChange, SpecChange, string]>([
    ['1 suspended, whatever else changes', {}, { job: { state: 'suspended' }, rest: { image: 'x' } }, 'SUSPEND'],
    ['2 running again, whatever else changes', { job: { state: 'suspended' } }, { rest: { image: 'x' } }, 'RESUME'],
    ['3 a new savepointRedeployNonce', {}, { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://x' } }, 'SAVEPOINT_REDEPLOY'],
    ['4 nothing', {}, {}, 'IGNORE'],
    ['4 a restartNonce that is taken away', { rest: { restartNonce: 1 } }, {}, 'IGNORE'],
    ['5 the upgrade mode', {}, { job: { upgradeMode: 'last-state' } }, 'PATCH_CHILD'],
    ['5 an option of the operator', {}, { configuration: { 'kubernetes.operator.periodic.savepoint.interval': '1 h' } }, 'PATCH_CHILD'],
    ['5 E-51 the ingress of the children alone', {}, { rest: { ingress: { template: 'x.org' } } }, 'PATCH_CHILD'],
    ['6 the image', {}, { rest: { image: 'x' } }, 'TRANSITION'],
    ['6 the parallelism, which a child alone would scale', {}, { job: { parallelism: 3 } }, 'TRANSITION'],
  ])('%s', (_title, from, to, change) => {
    expect(changeBetween(before(from), before(to))).toBe(change)
  })
  test.each<readonly [string, SpecChange, SpecChange, string]>([
    ['3 P01 a new nonce that names no path is none: what runs has the state', {}, { job: { savepointRedeployNonce: 1 } }, 'TRANSITION'],
    ['5 the upgrade mode and the ingress', {}, { job: { upgradeMode: 'last-state' }, rest: { ingress: { template: 'x' } } }, 'PATCH_CHILD'],
    ['6 the upgrade mode and the image', {}, { job: { upgradeMode: 'last-state' }, rest: { image: 'x' } }, 'TRANSITION'],
    ['6 both are suspended', { job: { state: 'suspended' } }, { job: { state: 'suspended' }, rest: { image: 'x' } }, 'TRANSITION'],
  ])('%s', (_title, from, to, change) => {
    expect(changeBetween(before(from), before(to))).toBe(change)
  })
  test('a record without a template is as good as none: anything is another', () => {
    const whole = aBlueGreen().spec
    expect(changeOf(whole, whole)).toBe('IGNORE')
    for (const none of [null, aBlueGreen({}).spec, aBlueGreen({ template: {} }).spec]) expect(changeOf(none, whole)).toBe('TRANSITION')
    for (const none of [aBlueGreen({}).spec, aBlueGreen({ template: {} }).spec]) expect(changeOf(whole, none)).toBe('TRANSITION')
  })
  test('every row answers for one of them', () => {
    expect(changeRows.map(({ id }) => id)).toEqual(
      ['suspend', 'resume', 'savepoint-redeploy', 'nothing', 'patch-child', 'transition'].map(it => `blue-green-edit/${it}`),
    )
  })
})
