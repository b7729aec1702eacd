import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonObject, makeEnv } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { shownToAll } from '../../packages/operator/src/planner/live-rights.ts'
import { plannerOf } from '../../packages/operator/src/planner/planner-routes.ts'
import { startPlannerServer } from '../../packages/operator/src/planner/planner-server.ts'
import { buildPlanner } from '../../scripts/planner.ts'
import { chromiumPath, withChromium } from './chromium.ts'

const example = parse(readFileSync(join(import.meta.dirname, '../../examples/savepoint.yaml'), 'utf8')) as JsonObject
const live: JsonObject = { ...example, metadata: { name: 'savepoint', namespace: 'jobs', creationTimestamp: '2026-11-27T18:08:37Z' } }

const serve = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planner-'))
  await buildPlanner(join(folder, 'planner'))
  const planner = plannerOf(folder)
  if (E.isLeft(planner)) throw new Error(planner.left)
  const shown = shownToAll({
    keys: kind => (kind === 'FlinkDeployment' ? [{ namespace: 'jobs', name: 'savepoint' }] : []),
    read: async () => E.right(live),
    settings: () => makeEnv({ now: 0 }),
    observed: () => null,
    now: () => 0,
    fleet: null,
  })
  const started = await startPlannerServer({
    port: 0,
    address: '127.0.0.1',
    hosts: [],
    planner: planner.right,
    shownTo: async () => E.right(shown),
  })
  if (E.isLeft(started)) throw new Error(started.left)
  return started.right
}

const title = chromiumPath === null ? 'the planner that the operator serves (left out: CHROMIUM names no browser)'
  : 'the planner that the operator serves'

describe.skipIf(chromiumPath === null)(title, () => {
  test('a live resource is chosen, edited and planned; what is edited is not sent', async () => {
    const server = await serve()
    try {
      await withChromium({}, async context => {
        const page = await context.newPage()
        const sent: string[] = []
        page.on('request', request => {
          // the worker's script is part of planner.js
          if (request.url().startsWith('blob:')) return
          sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim())
        })
        await page.goto(`http://127.0.0.1:${server.port}/planner/`)
        await page.getByRole('option', { name: 'FlinkDeployment jobs/savepoint' }).waitFor({ state: 'attached' })
        await page.getByLabel('A resource of the operator').selectOption({ label: 'FlinkDeployment jobs/savepoint' })
        await page.getByText('No change', { exact: true }).waitFor()
        const edit = page.getByLabel('The edit', { exact: true })
        await edit.fill((await edit.inputValue()).replace('parallelism: 2', 'parallelism: 6'))
        await page.getByText('Upgrade: stop with a savepoint, start from it', { exact: true }).waitFor()
        const pictures = process.env['BROWSER_PICTURES']
        if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'live.png'), fullPage: true })
        expect(sent).toEqual([
          'GET /planner/',
          'GET /planner/planner.css',
          'GET /planner/planner.js',
          'GET /planner/live/resources',
          'GET /planner/live/resource',
          'GET /planner/live/observed',
          'GET /planner/live/configuration',
        ])
      })
    } finally {
      await server.close()
    }
  })
})
