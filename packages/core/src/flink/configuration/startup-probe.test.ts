import { describe, expect, test } from 'vitest'
import { isUsualProbe, startupProbe } from './startup-probe.ts'

const host = { 'kubernetes.hostnetwork.enabled': 'true' }
const tls = { 'security.ssl.rest.enabled': 'true' }
const always = { periodSeconds: 1, failureThreshold: 2_147_483_647 }
const get = (port: string | number, more = {}) => ({ httpGet: { path: '/config', port, ...more }, ...always })

describe('U20 the start-up probe asks where Flink listens', () => {
  test.each(
    [
      // configuration                                                     native                    standalone
      [{}, get('rest'), get('rest')],
      [{ 'rest.port': '9091' }, get('rest'), get('rest')],
      [{ 'web.port': '9091' }, get('rest'), get('rest')],
      [{ 'rest.port': '9091', 'rest.bind-port': '9091' }, get('rest'), get('rest')],
      [{ 'rest.bind-port': '9999' }, get(9999), get(9999)],
      [{ 'rest.port': '9091', 'rest.bind-port': '9999' }, get(9999), get(9999)],
      [{ 'rest.port': '9091', 'rest.bind-port': '0' }, get(8081), get(8081)],
      [{ 'rest.bind-port': '0' }, get('rest'), get('rest')],
      [host, null, get(8081)],
      [{ ...host, 'rest.bind-port': '9999' }, null, get(9999)],
      [{ ...host, 'rest.port': '9091' }, null, get(9091)],
      [tls, get('rest', { scheme: 'HTTPS' }), get('rest', { scheme: 'HTTPS' })],
      [{ 'security.ssl.enabled': 'true', 'rest.bind-port': '9999' }, get(9999, { scheme: 'HTTPS' }), get(9999, { scheme: 'HTTPS' })],
      [{ ...tls, 'security.ssl.rest.authentication-enabled': 'true' }, { tcpSocket: { port: 'rest' }, ...always }, {
        tcpSocket: { port: 'rest' },
        ...always,
      }],
      [{ 'security.ssl.rest.authentication-enabled': 'true' }, get('rest'), get('rest')],
    ] as const,
  )('%j', (configuration, native, standalone) => {
    expect(startupProbe('native', configuration)).toEqual(native)
    expect(startupProbe('standalone', configuration)).toEqual(standalone)
  })

  test.each([{ 'rest.bind-port': '8081-8090' }, { 'kubernetes.hostnetwork.enabled': 'maybe' }, { 'rest.port': 'x' }])(
    'what rendering refuses is no concern of the probe: %j',
    configuration => expect(startupProbe('native', configuration)).toEqual(get('rest')),
  )

  test('the probe of every Deployment that an older operator made, and no other', () => {
    expect(isUsualProbe(get('rest'))).toBe(true)
    for (const other of [get(8081), get('rest', { scheme: 'HTTPS' }), { ...get('rest'), periodSeconds: 5 }, { exec: {} }, true])
      expect(isUsualProbe(other)).toBe(false)
  })
})
