import { describe, expect, test } from 'vitest'
import { answered, asked, object } from '../../../../kinds/fixtures/admission.ts'
import { environment } from '../../../fixtures/environment.ts'
import { specJson } from '../../../fixtures/flink-deployment-resource.ts'
import type { JsonObject } from '../resource/json.ts'
import { secretsFor, secretsIn } from './known-secrets.ts'

const m = 'Hx7marker'
const configuration = { 'kubernetes.operator.secrets.additional-keys': 'pincode;Customer-Id' }
const { options } = environment(undefined, configuration)

describe('F18 P23 kubernetes.operator.secrets.additional-keys: names whose values are secrets beside the built-in ones', () => {
  test.each([
    ['a key', { flinkConfiguration: { 'my.pin-code': m } }],
    ['a nested one', { flinkConfiguration: { my: { customer: { id: m } } } }],
    ['a flag', { job: { args: ['--customerId', m] } }],
    ['a flag with an equals sign', { job: { args: [`--PIN_CODE=${m}`] } }],
    ['a property', { flinkConfiguration: { 'env.java.opts.all': `-Da=b -Dmy.customer.id=${m} -Dc=d` } }],
    ['a variable', { podTemplate: { spec: { containers: [{ env: [{ name: 'CUSTOMER_ID', value: m }] }] } } }],
    ['a recorded spec', { lastReconciledSpec: JSON.stringify({ spec: { flinkConfiguration: { pincode: m } } }) }],
    ['a query of a URL', { job: { jarURI: `https://h/a.jar?customerId=${m}` } }],
  ])('%s', (_title, value) => {
    expect(secretsFor({ options }, value)).toContain(m)
    // the shortest of them is a variable, which is hidden in any case
    if (!('podTemplate' in value)) expect(secretsIn(value)).not.toContain(m)
  })

  test('others are told', () => expect(secretsFor({ options }, { flinkConfiguration: { 'my.customer.name': m } })).toEqual([]))

  test('what the webhook answers', () => {
    const spec = { ...specJson({ configuration: { 'my.pincode': m }, job: { parallelism: 0 } }), imagePullPolicy: m } as JsonObject
    const reported = (of: Readonly<Record<string, string>>): string =>
      JSON.stringify(answered(asked(object('FlinkDeployment', { spec })), { configuration: of }))
    expect(reported({})).toContain(m)
    expect(reported(configuration)).not.toContain(m)
  })
})
