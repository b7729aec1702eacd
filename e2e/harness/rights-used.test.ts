import { expect, test } from 'vitest'
import { rightsUsed } from './rights-used.ts'

const line = (username: string, verb: string, objectRef: object, code = 200): string =>
  JSON.stringify({ verb, user: { username }, objectRef, responseStatus: { code } })

test('rights that were granted and not used, and requests that were refused, of one account', () => {
  const log = [
    line('operator', 'get', { resource: 'pods' }),
    line('operator', 'update', { apiGroup: 'flink.apache.org', resource: 'flinkdeployments', subresource: 'status' }),
    line('operator', 'list', { resource: 'secrets' }, 403),
    line('operator', 'list', { resource: 'secrets' }, 403),
    line('somebody', 'delete', { resource: 'pods' }),
    '',
  ].join('\n')
  expect(rightsUsed(log, 'operator', [
    { comment: '', groups: [''], resources: ['pods'], verbs: ['get', 'delete'] },
    { comment: '', groups: ['flink.apache.org'], resources: ['flinkdeployments/status'], verbs: ['update'] },
    { comment: '', groups: [''], resources: ['secrets'], verbs: ['list'] },
  ])).toEqual({ unused: ['pods delete', 'secrets list'], refused: ['secrets list'] })
})
