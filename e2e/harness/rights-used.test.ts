import { expect, test } from 'vitest'
import { rightsUsed } from './rights-used.ts'

const line = (username: string, verb: string, objectRef: object, code = 200, message = ''): string =>
  JSON.stringify({ verb, user: { username }, objectRef, responseStatus: { code, message } })

const of = (lines: readonly string[], ...rules: readonly (readonly [string, string, readonly string[]])[]) =>
  rightsUsed(
    lines,
    username => (username === 'operator' ? 'pod' : username === 'outside' ? 'process' : null),
    rules.map(([group, resource, verbs]) => ({ apiGroups: [group], resources: [resource], verbs })),
  )

test('rights that were granted and not used, and requests that were refused, of one account', async () => {
  expect(
    await of(
      [
        line('operator', 'get', { resource: 'pods' }),
        line('operator', 'update', { apiGroup: 'flink.apache.org', resource: 'flinkdeployments', subresource: 'status' }),
        line('operator', 'list', { resource: 'secrets' }, 403),
        line('operator', 'list', { resource: 'secrets' }, 403),
        line('somebody', 'delete', { resource: 'pods' }),
        '',
      ],
      ['', 'pods', ['get', 'delete']],
      ['flink.apache.org', 'flinkdeployments/status', ['update']],
      ['', 'secrets', ['list']],
    ),
  ).toEqual({ granted: 4, unused: ['pods delete', 'secrets list'], refused: ['secrets list'] })
})

test('an apply that makes something uses the right to create it, one that changes something does not', async () => {
  const services = ['', 'services', ['create', 'patch']] as const
  expect((await of([line('operator', 'patch', { resource: 'services' }, 201)], services)).unused).toEqual([])
  expect((await of([line('operator', 'patch', { resource: 'services' }, 200)], services)).unused).toEqual(['services create'])
})

test('what a namespace refuses because it ends is no missing right, and no right that was used', async () => {
  const ending = 'events "e" is forbidden: unable to create new content in namespace n because it is being terminated'
  expect(await of([line('operator', 'create', { resource: 'events' }, 403, ending)], ['', 'events', ['create']])).toEqual({
    granted: 1,
    unused: ['events create'],
    refused: [],
  })
})

test('what a pod is refused after its release was taken away is no missing right, until it is there again', async () => {
  const lease = line('operator', 'update', { resource: 'leases', namespace: 'own' }, 403)
  const binding = (verb: string, name: string): string => line('admin', verb, { resource: 'rolebindings', namespace: 'own', name })
  const refused = async (...lines: readonly string[]) => (await of(lines)).refused
  expect(await refused(binding('delete', 'flink-operator-own'), lease)).toEqual([])
  expect(await refused(binding('delete', 'flink'), lease)).toEqual(['leases update'])
  expect(await refused(binding('delete', 'flink-operator-own'), binding('create', 'flink-operator-own'), lease)).toEqual(['leases update'])
  expect(await refused(binding('delete', 'flink-operator-own'), line('operator', 'list', { resource: 'leases' }, 403))).toEqual([
    'leases list',
  ])
})

test('a release that was taken away excuses its own pods alone: what a process is refused meanwhile is a missing right', async () => {
  const unbound = line('admin', 'delete', { resource: 'clusterrolebindings', name: 'flink-operator-other' })
  const crds = (who: string): string => line(who, 'get', { resource: 'customresourcedefinitions' }, 403)
  expect((await of([unbound, crds('operator')])).refused).toEqual([])
  expect((await of([unbound, crds('outside')])).refused).toEqual(['customresourcedefinitions get'])
})

test('paths that are no resources, such as /version, are no rights', async () => {
  const version = JSON.stringify({ verb: 'get', user: { username: 'operator' }, responseStatus: { code: 403 } })
  expect(await of([version], ['', 'pods', ['get']])).toEqual({ granted: 1, unused: ['pods get'], refused: [] })
})
