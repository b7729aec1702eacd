import { describe, expect, test } from 'vitest'
import { secretsIn } from './known-secrets.ts'
import { redactJson, redactText } from './redact.ts'
import { tokenForms } from './secret-forms.ts'

/** Long enough for every form, of letters and digits that each of them takes. */
const m = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5'

const awsId = 'A1B2C3D4E5F6G7H8'

/** In pieces, so that no scanner of this repository takes a test for a secret. */
const tokens: readonly string[] = [
  `AKIA${awsId}`,
  `ASIA${awsId}`,
  `ghp_${m}`,
  `github_pat_${m}_${m}`,
  `glpat-${m}`,
  `glrt-${m}`,
  `xoxb-${m}`,
  `xoxp-123-456-${m}`,
  `xapp-1-${m}`,
  `https://hooks.slack.com/services/T0/B0/${m}`,
  `sk_live_${m}`,
  `rk_test_${m}`,
  `whsec_${m}`,
  `SG.${m}.${m}`,
  `hf_${m}`,
  `hvs.${m}`,
  `hvb.${m}`,
  `s.${m.slice(0, 24)}`,
  `AIza${m}x-_`,
  `ya29.${m}`,
  `GOCSPX-${m}`,
  `sk-proj-${m}`,
  `sk-ant-api03-${m}`,
  `npm_${m}`,
  `pypi-${m}`,
  `dckr_pat_${m}`,
  `dop_v1_${m}`,
  `dapi${m}`,
  `glsa_${m}`,
  `NRAK-${m}`,
  `shpat_${m}`,
  `ATATT3${m}`,
  `lin_api_${m}`,
  `PMAK-${m}`,
  `dp.pt.${m}`,
  `sntrys_${m}`,
  `key-${m}`,
  `SK${m}`,
  `sq0atp-${m}`,
  `pul-${m}`,
  `pscale_pw_${m}`,
  `AGE-SECRET-KEY-1${m.toUpperCase()}`,
  `LS0tLS1CRUdJTi${m}`,
  `/u3+7Q${m}`,
  `${m.slice(0, 14)}.atlasv1.${m}${m}`,
]

const around: readonly (readonly [string, (token: string) => string])[] = [
  ['alone', token => token],
  ['as an argument', token => `--x ${token} --y`],
  ['in JSON', token => `{"a":"${token}"}`],
  ['in a sentence', token => `could not use ${token}, sorry`],
  ['behind an equals sign', token => `a=${token};b`],
]

describe('S10 P23 tokens are known by how they begin', () => {
  test.each(tokens)('%s', token => {
    for (const [where, put] of around) {
      const shown = redactText(put(token))
      expect(shown, where).not.toContain(token)
      expect(shown, where).not.toContain(m.slice(0, 24))
      expect(redactText(shown), where).toBe(shown)
      expect(secretsIn({ job: { args: [put(token)] } }).join(), where).toContain(token.startsWith('https') ? m : token)
    }
  })

  test('each row of the table is tried', () => {
    const tried = tokenForms.filter(({ form }) => tokens.some(token => new RegExp(form).test(token)))
    expect(tokenForms.filter(it => !tried.includes(it)).map(({ of }) => of)).toEqual([])
  })
})

test.each([
  ['a PGP key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${m}\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['a PGP message', `-----BEGIN PGP MESSAGE-----\n\n${m}\n-----END PGP MESSAGE-----`],
  ['a key of OpenSSH', `-----BEGIN OPENSSH PRIVATE KEY-----\\n${m}\\n-----END OPENSSH PRIVATE KEY-----`],
  ['a key that is not closed', `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${m}`],
  ['a web token with five parts', `eyJhbGciOiJSU0EifQ.${m}.${m}.${m}.${m}`],
  ['a web token behind a dash', `session-eyJhbGciOiJIUzI1NiJ9.${m}.x`],
  ['Basic', `curl -H 'X: Basic ${m}=='`],
  ['curl -u', `curl -u user:${m} https://h`],
  ['curl -u, attached', `curl -uuser:${m} https://h`],
  ['curl --user', `curl -s --user "user:${m}" https://h`],
  ['mysql -p', `mysql -uroot -p${m} db`],
  ['mysqldump -p', `/usr/bin/mysqldump -p'${m}' db`],
  ['sshpass', `sshpass -p ${m} ssh h`],
  ['redis-cli', `redis-cli -a ${m} ping`],
  ['docker login', `docker login -u u -p ${m} r`],
  ['ldapsearch', `ldapsearch -x -w ${m}`],
  ['a property of Hadoop', `<property><name>fs.s3a.secret.key</name><value>${m}</value></property>`],
  ['such a one on lines', `<name>\n  fs.azure.account.key.a\n</name>\n<value>${m}</value>`],
  ['an element', `<server><password>${m}</password></server>`],
  ['an element with attributes', `<db:password enc="no">a ${m}</db:password>`],
  ['a header of a proxy', `proxy_set_header X-Auth-Token ${m};`],
  ['a quoted one', `proxy_set_header Authorization "x ${m}";`],
  ['a variable of a proxy', `set $api_token ${m};`],
  ['properties of a log configuration', `appender.a.property.name = sasl.password\nappender.a.property.value = ${m}`],
  ['its headers', `appender.h.headers[0].name=Authorization\nappender.h.headers[0].value=x ${m}`],
  ['user information that is encoded', `https://h/?next=https%3A%2F%2Fuser%3A${m}%40h2%2Fx`],
  ['in small letters', `https%3a%2f%2fuser%3a${m}%40h2`],
  ['encoded twice', `https%253A%252F%252Fuser%253A${m}%2540h2`],
  ['behind a container', `wasb://c@a/x?next=https://u:${m}@h`],
  ['a password with a slash behind a user with an @', `https://u@x:a/${m}@h/x`],
  ['behind a digit', `1https://u:${m}@h`],
])('S10 P23 no secret is left of %s, and a second time changes nothing more', (_title, text) => {
  const shown = redactText(text)
  expect(shown).not.toContain(m)
  expect(shown).toContain('(hidden)')
  expect(redactText(shown)).toBe(shown)
  expect(JSON.stringify(redactJson({ job: { args: [text] } }))).not.toContain(m)
})

test.each([
  ['curl', ['curl', '-u', `user:${m}`, 'https://h']],
  ['curl, attached', ['/usr/bin/curl', `-uuser:${m}`]],
  ['mysql', ['mysql', '-uroot', `-p${m}`]],
  ['redis-cli', ['redis-cli', '-a', m]],
  ['a shell', ['sh', '-c', `exec mysql -p${m}`]],
  ['JSON that spells it otherwise', [`{"password":"\\u0061${m.slice(1)}"}`]],
])('S10 P23 no secret is left of a command that is a list: %s', (_title, command) => {
  const spec = { podTemplate: { spec: { containers: [{ command }] } } }
  expect(JSON.stringify(redactJson(spec))).not.toContain(m.slice(1))
  expect(secretsIn(spec).join()).toContain(m)
})

test.each([
  'Basic authentication is off',
  'Basic realm="x"',
  'the task-manager is not ready',
  'disk-usage-of-the-volume-is-high',
  'run -p 8 -c a.B local:///a.jar',
  'jdbc:mysql://h:3306/db -parallelism 4',
  'set parallelism 4 and go on',
  '<a>text</a>',
  '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  's3.eu-central-1.amazonaws.com',
  'appender.a.property.name = level\nappender.a.property.value = INFO',
  'https://h/?next=https%3A%2F%2Fh2%2Fx',
])('S10 left as it is: %s', text => expect(redactText(text)).toBe(text))
