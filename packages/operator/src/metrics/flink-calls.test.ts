import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flinkCallOf, flinkCalls, otherCall } from './flink-calls.ts'

const source = join(import.meta.dirname, '../../../flink-rest-adapter/src')

/** The paths that the adapter's files name, an id in the place of each parameter. */
const pathsInAdapter = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap(path => [...readFileSync(join(source, path), 'utf8').matchAll(/v1`(\/[^`]+)`|'\/v1(\/[^']+)'/gu)])
  .map(([, template, plain]) => `/v1${(template ?? plain ?? '').replaceAll(/\$\{[^}]*\}/gu, 'a1b2')}`)

test('every call of the adapter has its name among the metrics', () => {
  expect(pathsInAdapter.length).toBeGreaterThan(15)
  const named = (path: string): boolean =>
    (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).some(method => flinkCallOf({ method, path }) !== otherCall)
  expect(pathsInAdapter.filter(path => !named(path))).toEqual([])
})

test('ids are left out, and what nobody knows is one series', () => {
  expect(flinkCallOf({ method: 'GET', path: '/v1/jobs/0af1/checkpoints/config' })).toBe('GET /jobs/:jobid/checkpoints/config')
  expect(flinkCallOf({ method: 'GET', path: '/v1/jobs/0af1/checkpoints/77' })).toBe('GET /jobs/:jobid/checkpoints/:triggerid')
  expect(flinkCallOf({ method: 'GET', path: '/v1/no/such/call' })).toBe(otherCall)
  expect(new Set(flinkCalls).size).toBe(flinkCalls.length)
})
