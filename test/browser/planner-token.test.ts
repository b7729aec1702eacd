import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonObject, makeEnv } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { noToken } from '../../packages/operator/src/planner/access/refused.ts'
import { shownTo } from '../../packages/operator/src/planner/live-rights.ts'
import { plannerOf } from '../../packages/operator/src/planner/planner-routes.ts'
import { startPlannerServer } from '../../packages/operator/src/planner/planner-server.ts'
import { buildPlanner } from '../../scripts/planner.ts'
import { chromiumPath, withChromium } from './chromium.ts'

const token = 'a-token.of.somebody'
const example = parse(readFileSync(join(import.meta.dirname, '../../examples/savepoint.yaml'), 'utf8')) as JsonObject
const live: JsonObject = { ...example, metadata: { name: 'savepoint', namespace: 'jobs' } }

const serve = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planner-'))
  await buildPlanner(join(folder, 'planner'))
  const planner = plannerOf(folder)
  if (E.isLeft(planner)) throw new Error(planner.left)
  const sources = {
    keys: (kind: string) => (kind === 'FlinkDeployment' ? [{ namespace: 'jobs', name: 'savepoint' }] : []),
    read: async () => E.right(live),
    settings: () => makeEnv({ now: 0 }),
    observed: () => null,
    now: () => 0,
    fleet: null,
  }
  const asker = { may: async ({ kind }: { readonly kind: string }) => E.right(kind === 'FlinkDeployment') }
  const started = await startPlannerServer({
    port: 0,
    address: '127.0.0.1',
    hosts: [],
    planner: planner.right,
    shownTo: async ({ headers }) => (headers.authorization === `Bearer ${token}` ? E.right(shownTo(sources, asker)) : E.left(noToken)),
  })
  if (E.isLeft(started)) throw new Error(started.left)
  return started.right
}

const title = chromiumPath === null ? 'S12 the token of the planner page (left out: CHROMIUM names no browser)'
  : 'S12 the token of the planner page'

describe.skipIf(chromiumPath === null)(title, () => {
  test('it is asked for, sent as a header alone, and kept nowhere', async () => {
    const server = await serve()
    try {
      await withChromium({}, async context => {
        const page = await context.newPage()
        const sent: { readonly text: string; readonly authorization: string | undefined }[] = []
        page.on('request', request => {
          const { authorization, ...others } = request.headers()
          sent.push({ text: `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(others)}`, authorization })
        })
        await page.goto(`http://127.0.0.1:${server.port}/planner/`)
        const field = page.getByLabel('Token', { exact: true })
        await field.fill('a-wrong-one')
        await page.getByRole('button', { name: 'Use the token' }).click()
        await expect.poll(() => sent.filter(({ authorization }) => authorization === 'Bearer a-wrong-one').length).toBe(1)
        await field.waitFor()
        await expect.poll(() => field.inputValue()).toBe('')
        await field.fill(token)
        await field.press('Enter')
        await page.getByRole('option', { name: 'FlinkDeployment jobs/savepoint' }).waitFor({ state: 'attached' })
        await page.getByLabel('A resource of the operator').selectOption({ label: 'FlinkDeployment jobs/savepoint' })
        await page.getByText('No change', { exact: true }).waitFor()
        // what the operator saw needs further rights
        await page.getByText(/What the operator saw last is left out: .*you may not list flinksessionjobs/).waitFor()
        expect(sent.filter(({ authorization }) => authorization === `Bearer ${token}`).length).toBe(4)
        expect(sent.map(({ text }) => text).join('\n')).not.toContain(token)
        expect(page.url()).not.toContain(token)
        expect(await page.content()).not.toContain(token)
        expect(await context.cookies()).toEqual([])
        const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])')
        expect(stored).toBe('[{},{},null]')
        await page.getByRole('button', { name: 'Forget the token' }).click()
        await page.getByText('The token was forgotten.').waitFor()
        await page.reload()
        await page.getByLabel('Token', { exact: true }).waitFor()
      })
    } finally {
      await server.close()
    }
  })
})
