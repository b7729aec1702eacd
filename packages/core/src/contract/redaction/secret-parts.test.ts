import { expect, test } from 'vitest'
import { hideKnown } from './redact.ts'
import { secretsIn } from './known-secrets.ts'

const m = 'Hx7marker'

test.each([
  ['a user and a password', { flinkConfiguration: { 'x.basic-auth': `user:${m}` } }],
  ['options of the VM under a name of a secret', { flinkConfiguration: { 'env.java.opts.password': `-Dx=1 -Dpassword=${m} -Dy=2` } }],
  ['a connection string', { flinkConfiguration: { 'db.connection-string': `Account=a;Key=${m};x=y` } }],
  ['what stands before a separator', { job: { args: [`jdbc:sqlserver://h;user=u;password=${m};encrypt=true`] } }],
  ['a line of flags', { job: { args: [`a: b\n--password ${m} --other x`] } }],
  ['a private key', { flinkConfiguration: { x: `-----BEGIN PRIVATE KEY-----\n${m}\n-----END PRIVATE KEY-----` } }],
  ['a JSON web token', { flinkConfiguration: { x: `eyJhbGciOiJIUzI1NiJ9.${m}.x` } }],
])('F18 P23 what is repeated of a hidden text is hidden alone, too: %s', (_title, value) => {
  expect(hideKnown(`it said ${m}`, secretsIn(value))).toBe('it said (hidden)')
})

test('F18 P23 ordinary parts of a hidden text are left where they stand alone', () => {
  const secrets = secretsIn({ flinkConfiguration: { 'x.password': 'the savepoint; of a job', 'y.secret': 'a, b' } })
  expect(hideKnown('the savepoint of a job: a, b', secrets)).toBe('the savepoint of a job: a, b')
})

test('P23 a secret that is a part of another one has parts of its own', () => {
  const user = `https://user:${m}@h`
  expect(secretsIn({ flinkConfiguration: { 'a.password': `x ${user} y`, b: user } })).toContain(m)
})
