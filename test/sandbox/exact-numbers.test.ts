import { exactJsonText, parseExactJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { aFlinkDeployment, anOperator, aSandbox, deploymentsPath, type TestSandbox, until, untilStable } from './a-sandbox.ts'

const largest = '9223372036854775807'
const other = '9223372036854775806'
const nonces = '1732780000123456789'

/** What is sent and answered as texts: JSON.parse of a test would lose what is tested. */
const raw = async (sandbox: TestSandbox, method: string, path: string, body?: string, contentType = 'application/json') => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { 'content-type': contentType, accept: 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

const withNonce = (nonce: string, spec: Record<string, unknown> = {}): string =>
  JSON.stringify(aFlinkDeployment('app', {}, {}, { restartNonce: 77_777, ...spec })).replace('77777', nonce)

const app = `${deploymentsPath}/app`

describe('U03: the API keeps whole numbers of 64 bits', () => {
  test('a create, a read, a list and a watch', async () => {
    const sandbox = await aSandbox()
    const created = await raw(sandbox, 'POST', deploymentsPath, withNonce(largest))
    expect(created.status).toBe(201)
    for (const { text } of [created, await raw(sandbox, 'GET', app), await raw(sandbox, 'GET', deploymentsPath)])
      expect(text).toContain(`"restartNonce":${largest}`)
    const watched = await raw(sandbox, 'GET', `${deploymentsPath}?watch=true&timeoutSeconds=1`)
    expect(watched.text).toContain(`"restartNonce":${largest}`)
  })

  test.each([
    ['a merge patch', 'application/merge-patch+json', `{"spec":{"restartNonce":${other}}}`],
    [
      'a JSON patch',
      'application/json-patch+json',
      `[{"op":"test","path":"/spec/restartNonce","value":${largest}},{"op":"replace","path":"/spec/restartNonce","value":${other}}]`,
    ],
    [
      'a server-side apply as JSON',
      'application/apply-patch+yaml',
      `{"apiVersion":"flink.apache.org/v1beta1","kind":"FlinkDeployment","spec":{"restartNonce":${other}}}`,
    ],
    [
      'a server-side apply as YAML',
      'application/apply-patch+yaml',
      `apiVersion: flink.apache.org/v1beta1\nkind: FlinkDeployment\nspec:\n  restartNonce: ${other}\n`,
    ],
  ])('%s changes the last digit, and the generation', async (_what, type, body) => {
    const sandbox = await aSandbox()
    await raw(sandbox, 'POST', deploymentsPath, withNonce(largest))
    const { status, text } = await raw(sandbox, 'PATCH', `${app}?fieldManager=me&force=true`, body, type)
    expect([status, text]).toEqual([200, expect.stringContaining(`"restartNonce":${other}`)])
    expect(JSON.parse(text)).toMatchObject({ metadata: { generation: 2 } })
  })

  test('the same number once more is no change; a test of the number beside it fails', async () => {
    const sandbox = await aSandbox()
    const created = JSON.parse((await raw(sandbox, 'POST', deploymentsPath, withNonce(largest))).text)
    const same = await raw(sandbox, 'PATCH', app, `{"spec":{"restartNonce":${largest}}}`, 'application/merge-patch+json')
    expect(JSON.parse(same.text).metadata.resourceVersion).toBe(created.metadata.resourceVersion)
    const tested = `[{"op":"test","path":"/spec/restartNonce","value":${other}}]`
    expect((await raw(sandbox, 'PATCH', app, tested, 'application/json-patch+json')).status).toBe(422)
  })

  test('another manager that applies the number beside it is in conflict', async () => {
    const sandbox = await aSandbox()
    const applied = (nonce: string, manager: string) =>
      raw(
        sandbox,
        'PATCH',
        `${app}?fieldManager=${manager}`,
        `{"apiVersion":"flink.apache.org/v1beta1","kind":"FlinkDeployment","spec":{"restartNonce":${nonce}}}`,
        'application/apply-patch+yaml',
      )
    expect((await applied(largest, 'a')).status).toBe(201)
    expect((await applied(largest, 'b')).status).toBe(200)
    expect((await applied(other, 'c')).status).toBe(409)
  })

  test('PUT, the status, and a strategic patch of a kind of Kubernetes', async () => {
    const sandbox = await aSandbox()
    await raw(sandbox, 'POST', deploymentsPath, withNonce(largest))
    expect((await raw(sandbox, 'PUT', app, withNonce(other))).text).toContain(`"restartNonce":${other}`)
    const status = `{"status":{"jobStatus":{"savepointInfo":{"triggerTimestamp":${largest}}}}}`
    expect((await raw(sandbox, 'PATCH', `${app}/status`, status, 'application/merge-patch+json')).text).toContain(
      `"triggerTimestamp":${largest}`,
    )
    const pods = '/api/v1/namespaces/default/pods'
    const pod = `{"metadata":{"name":"p"},"spec":{"activeDeadlineSeconds":${largest},"containers":[{"name":"c","image":"i"}]}}`
    expect((await raw(sandbox, 'POST', pods, pod)).text).toContain(`"activeDeadlineSeconds":${largest}`)
    const patched = await raw(
      sandbox,
      'PATCH',
      `${pods}/p`,
      `{"spec":{"activeDeadlineSeconds":${other}}}`,
      'application/strategic-merge-patch+json',
    )
    expect(patched.text).toContain(`"activeDeadlineSeconds":${other}`)
  })

  test('a text stays a text, where the schema keeps all; where it says integer a text is refused, and so is what no double holds', async () => {
    const sandbox = await aSandbox()
    const configured = withNonce('1', { flinkConfiguration: { text: largest, number: 88_888 } }).replace('88888', largest)
    expect((await raw(sandbox, 'POST', deploymentsPath, configured)).text).toContain(`"text":"${largest}","number":${largest}`)
    const patch = (value: string) => raw(sandbox, 'PATCH', app, `{"spec":{"restartNonce":${value}}}`, 'application/merge-patch+json')
    expect((await patch(`"${largest}"`)).status).toBe(422)
    expect((await patch('1.5')).status).toBe(422)
    expect((await patch('9223372036854775808')).status).toBe(422)
    expect((await patch('1e400')).status).toBe(400)
    expect((await patch('2.0')).text).toContain('"restartNonce":2}')
    expect((await patch('-0')).text).toContain('"restartNonce":0}')
  })

  test('an operator takes the number beside it for an edit, and the same number for none', async () => {
    const sandbox = await aSandbox()
    await anOperator(sandbox)
    await raw(sandbox, 'POST', deploymentsPath, withNonce(nonces))
    const first = (await untilStable(sandbox, 'app')).status.jobStatus.jobId as string
    const recorded = async (): Promise<string> => (await raw(sandbox, 'GET', app)).text
    expect(await recorded()).toContain(`\\"restartNonce\\":${nonces}`)
    await raw(sandbox, 'PATCH', app, `{"spec":{"restartNonce":${nonces.replace(/9$/, '8')}}}`, 'application/merge-patch+json')
    const second = (await untilStable(sandbox, 'app', 2)).status.jobStatus.jobId as string
    expect(second).not.toBe(first)
    await until('the new nonce is recorded', async () => (await recorded()).includes(`\\"restartNonce\\":${nonces.replace(/9$/, '8')}`))
    expect(E.map(exactJsonText)(parseExactJson(await recorded()))).toEqual(E.right((await recorded()).trim()))
  })
})
