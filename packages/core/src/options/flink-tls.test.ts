import { expect, test } from 'vitest'
import { builtInDefaults } from '../flink/configuration/built-in-defaults.ts'
import { flinkTls } from './flink-tls.ts'

const key = (name: string): string => `kubernetes.operator.flink.client.tls.${name}`
const of = (configuration: Readonly<Record<string, string>>, namespace = 'ns') => flinkTls({ ...builtInDefaults, configuration }, namespace)
const file = (name: string, path: string) => ({ option: key(name), path })

test('U11 nothing is said: the CAs that Node.js knows, no client certificate', () => {
  expect(of({})).toEqual({ ca: null, certificate: null, key: null, verifyHostname: true })
})

test('U11 per operator and per namespace', () => {
  const configuration = {
    [key('ca')]: '/all/ca.crt',
    [key('certificate')]: '/all/tls.crt',
    [`kubernetes.operator.default-configuration.namespace.team.${key('ca')}`]: '/team/ca.crt',
    [`kubernetes.operator.default-configuration.namespace.team.${key('verify-hostname')}`]: 'false',
  }
  expect(of(configuration)).toMatchObject({ ca: file('ca', '/all/ca.crt'), verifyHostname: true })
  expect(of(configuration, 'team')).toMatchObject({
    ca: file('ca', '/team/ca.crt'),
    certificate: file('certificate', '/all/tls.crt'),
    verifyHostname: false,
  })
})

test("U11 what can't be read does not turn the check of names off", () => {
  expect(of({ [key('verify-hostname')]: 'nope' }).verifyHostname).toBe(true)
})
