import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { flinkTlsFiles } from './flink-tls-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'flink-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const key = (name: string): string => `kubernetes.operator.flink.client.tls.${name}`
const reader = (configuration: Readonly<Record<string, string>>, now = () => 0) =>
  flinkTlsFiles(() => ({ configuration, logConfiguration: {} }), { now })

describe("U11 files for TLS with Flink's REST API", () => {
  test('nothing is read where nothing is named', async () => {
    expect(await reader({})('ns')).toEqual({})
  })

  test('what the files hold; a Secret that is renewed is in force ten seconds later', async () => {
    let now = 0
    const named = { ca: file('ca.crt', 'ca 1'), certificate: file('tls.crt', 'certificate'), key: file('tls.key', 'key') }
    const configuration = Object.fromEntries(Object.entries(named).map(([name, path]) => [key(name), path]))
    const read = reader({ ...configuration, [key('verify-hostname')]: 'false' }, () => now)
    const first = { ca: 'ca 1', cert: 'certificate', key: 'key', verifyHostname: false }
    expect(await read('ns')).toEqual(first)
    file('ca.crt', 'ca 2')
    now = 9_999
    expect(await read('ns')).toEqual(first)
    now = 10_000
    expect(await read('ns')).toEqual({ ...first, ca: 'ca 2' })
  })

  test.each(['certificate', 'key'])('%s alone is refused, by the name of the option', async name => {
    await expect(reader({ [key(name)]: file('alone', 'x') })('ns')).rejects.toThrow(`only ${key(name)} is set`)
  })

  test("a file that can't be read is named, with its option; it is tried again", async () => {
    let now = 0
    const path = join(folder, 'later.crt')
    const read = reader({ [key('ca')]: path }, () => now)
    await expect(read('ns')).rejects.toThrow(`the file ${path} for TLS with Flink's REST API (${key('ca')}) can't be read: ENOENT`)
    file('later.crt', 'there now')
    now = 10_000
    expect(await read('ns')).toEqual({ ca: 'there now' })
  })
})
