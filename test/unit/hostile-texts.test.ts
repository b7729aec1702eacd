import { describe, expect, test } from 'vitest'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { specJson } from '../../packages/core/fixtures/flink-deployment-resource.ts'
import { validResources } from '../../packages/kinds/fixtures/admission.ts'
import { parseDouble } from '../../packages/core/src/flink/configuration/value-text.ts'
import { jobExceptionEvents } from '../../packages/core/src/job/report/job-exceptions.ts'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { idleOptions } from '../../packages/core/src/options/idle-options.ts'
import { secretsIn } from '../../packages/core/src/contract/redaction/known-secrets.ts'
import { redactJson, redactText } from '../../packages/core/src/contract/redaction/redact.ts'
import type { Finding } from '../../packages/core/src/contract/resource/finding.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import { findingsOfEach, mostFindings } from '../../packages/core/src/spec/validation/rule.ts'
import { fastGrowth } from '../linear/growth.ts'

/** Texts of about so many letters. */
type Texts = (letters: number) => string

const repeated = (unit: string, before = '', end = ''): Texts => letters =>
  `${before}${unit.repeat(Math.ceil(letters / unit.length))}${end}`

const expectLinear = (texts: Texts, run: (text: string) => unknown): void => {
  const made = new Map<number, string>()
  const growth = fastGrowth(letters => void run(made.get(letters) ?? ''), letters => made.set(letters, made.get(letters) ?? texts(letters)))
  expect(growth).toBeNull()
}

describe('S01 twice the letters take at most some twice the time: no text of a tenant stops the operator', () => {
  const pumps: readonly (readonly [string, Texts])[] = [
    ['brackets behind a value', repeated(')', 'a password=', 'x')],
    ['schemes without user information', repeated('a://', 'token ')],
    ['web tokens without a dot', repeated('eyJ-')],
    ['JDBC URLs', repeated('jdbc:oracle:a:', 'token ')],
    ['values that are hidden already', repeated('password=(hidden')],
    ['quotes that are not closed', repeated('password="(hidden ')],
    ['names on one line of many', repeated('password=true,', 'a\n')],
    ['paths of a pod template', repeated('.podTemplate.', 'password a', 'keys=')],
    ['options of curl', repeated('-u,', 'curl ')],
    ['blocks', repeated('-----BEGIN PRIVATE KEY')],
  ]
  test.each(pumps)('%s', (_title, texts) => {
    expectLinear(texts, text => redactText(text))
    expectLinear(texts, text => secretsIn({ job: { args: [text] }, flinkConfiguration: { 'a.password': text } }))
  })

  test('many secrets in many texts', () => {
    const specs = new Map<number, Json>()
    const specOf = (letters: number): Json => ({
      podTemplate: {
        spec: { containers: [{ env: Array.from({ length: letters / 32 }, (_, n) => ({ name: `V${n}`, value: `value-${n}` })) }] },
      },
    })
    expect(
      fastGrowth(letters => {
        const spec = specs.get(letters) ?? null
        redactJson(spec, secretsIn(spec))
        redactJson(JSON.stringify(spec), secretsIn(spec))
      }, letters => specs.set(letters, specs.get(letters) ?? specOf(letters))),
    ).toBeNull()
  })
})

test('S03 an exception that quotes the data is cut before it is looked through', () => {
  const { options } = environment()
  const exception = (text: string) => ({
    timestamp: 2,
    type: 'a.B',
    stackTrace: text,
    taskName: text,
    endpoint: text,
    taskManagerId: text,
    failureLabels: { a: text },
  })
  for (const texts of [repeated(')', 'a password=', 'x'), repeated('\n'), repeated('eyJ-'), repeated('Caused by: ')])
    expectLinear(texts, text => jobExceptionEvents([exception(text)], 'j', { jobId: 'j', upTo: 1 }, 3, options, ['secret-1']))
})

const findingsFor = (spec: JsonObject, kind: 'FlinkDeployment' | 'FlinkSessionJob' = 'FlinkDeployment'): readonly Finding[] => {
  const rules = kindOf(kind)
  const decoded = rules.decode({ ...validResources[kind], metadata: { name: 'app', namespace: 'ns' }, spec })
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  return (rules.validate(decoded.right, environment()) as { readonly findings: readonly Finding[] }).findings
}

describe('S06 what is told of a spec is bounded, whatever stands in it', () => {
  test.each<[string, JsonObject]>([
    ['excluded periods', {
      flinkConfiguration: {
        'job.autoscaler.enabled': 'true',
        'job.autoscaler.excluded.periods': Array.from({ length: 5_000 }, (_, n) => `x${n}`).join(';'),
      },
    }],
    ['empty excluded periods', {
      flinkConfiguration: { 'job.autoscaler.enabled': 'true', 'job.autoscaler.excluded.periods': ';'.repeat(80_000) },
    }],
    ['files of a log configuration', { logConfiguration: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`file-${n}`, 'x'])) }],
    ['keys of the operator that it does not know', {
      flinkConfiguration: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`kubernetes.operator.unknown-${n}`, 'x'])),
    }],
    ['options that only the operator reads', {
      flinkConfiguration: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`kubernetes.${n}`, 'x'])),
    }],
  ])('%s', (_title, change) => {
    const spec = specJson()
    const configuration = { ...(spec['flinkConfiguration'] as JsonObject), ...(change['flinkConfiguration'] as JsonObject | undefined) }
    const findings = findingsFor({ ...spec, ...change, flinkConfiguration: configuration })
    expect(findings.length).toBeLessThanOrEqual(mostFindings + 2)
    if (findings.length > mostFindings) expect(findings.at(-1)?.message).toMatch(/^… and \d+ more$/)
  })

  test('the first error is among them, and how many there are more is said', () => {
    const findings = findingsFor({
      ...specJson({ job: { parallelism: -1 } }),
      flinkConfiguration: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`kubernetes.operator.unknown-${n}`, 'x'])),
    })
    expect(findings.some(({ severity }) => severity === 'Error')).toBe(true)
  })

  test('once enough is wrong, the rest is not looked at', () => {
    const seen: number[] = []
    findingsOfEach(Array.from({ length: 10_000 }, (_, n) => n), n => {
      seen.push(n)
      return [{ severity: 'Error', field: 'a', message: String(n) }]
    })
    expect(seen).toHaveLength(mostFindings + 1)
  })

  test('digits, and keys that are misspelt', () => {
    for (const texts of [repeated('1', '', 'x'), repeated('0', '1.', 'x'), repeated('1', '', 'e')]) expectLinear(texts, parseDouble)
    expectLinear(
      repeated('kubernetes.operator.job.upgrad '),
      text => idleOptions(Object.fromEntries(text.split(' ').map((key, n) => [`${key}${n}`, 'x']))),
    )
  })
})

test('S06 every kind reads the largest spec that it takes, and one that is larger, in a time that grows with its letters', () => {
  for (const name of kindNames) {
    const kind = kindOf(name)
    const resources = new Map<number, Json>()
    const resourceOf = (letters: number): Json => ({
      ...validResources[name],
      metadata: { name: 'app', namespace: 'ns' },
      spec: {
        ...(validResources[name]?.['spec'] as JsonObject),
        unknown: Array.from({ length: letters / 16 }, (_, n) => ({ [`k${n}`]: 'a: b' })),
      },
    })
    const growth = fastGrowth(letters => {
      const decoded = kind.decode(resources.get(letters))
      if (decoded._tag === 'Right') kind.validate(decoded.right, environment())
    }, letters => resources.set(letters, resources.get(letters) ?? resourceOf(letters)))
    expect(growth, name).toBeNull()
  }
})
