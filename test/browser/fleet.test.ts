import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEnv } from '@flink-operator/core'
import axe from 'axe-core'
import * as E from 'fp-ts/lib/Either.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../packages/operator/src/clock.ts'
import { type FleetKey } from '../../packages/operator/src/fleet/fleet-page.ts'
import { fleetSource } from '../../packages/operator/src/fleet/fleet-source.ts'
import { noToken } from '../../packages/operator/src/planner/access/refused.ts'
import type { LiveSources } from '../../packages/operator/src/planner/live-resources.ts'
import { type LiveAnswers, shownTo, shownToAll } from '../../packages/operator/src/planner/live-rights.ts'
import { plannerOf } from '../../packages/operator/src/planner/planner-routes.ts'
import { startPlannerServer } from '../../packages/operator/src/planner/planner-server.ts'
import { buildPlanner, largestFleet, type PageSize } from '../../scripts/planner.ts'
import { chromiumPath, type Look, withChromium } from './chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
const pictures = process.env['BROWSER_PICTURES'] ?? join(folder, 'pictures')
const hour = 3_600_000

type State = 'Steady' | 'Person' | 'Failing' | 'InProgress'

/** A text that would run if it was taken for HTML. */
const hostile = '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>&quot;'

const statusOf = (state: State, at: number, message: string) => {
  const condition = (type: string, isTrue: boolean) => ({
    type,
    status: isTrue ? 'True' : 'False',
    message: isTrue ? message : '',
    lastTransitionTime: new Date(at).toISOString(),
  })
  return {
    lifecycleState: state === 'InProgress' ? 'UPGRADING' : 'STABLE',
    clusterInfo: { 'flink-version': '1.20.1' },
    jobStatus: {
      state: state === 'Failing' ? 'RESTARTING' : 'RUNNING',
      jobId: 'a'.repeat(32),
      savepointInfo: {
        lastSavepoint: { timeStamp: at, location: 's3://savepoints/savepoint-1', triggerType: 'PERIODIC', formatType: 'CANONICAL' },
      },
      checkpointInfo: { lastCheckpoint: { timeStamp: Date.now() - 12_000 } },
    },
    conditions: [
      condition('Ready', state === 'Steady'),
      condition('Reconciling', state === 'InProgress'),
      condition('Stalled', state === 'Person'),
    ],
  }
}

/** A fleet of an operator whose watches know these resources. */
const aFleet = () => {
  const texts = new Map<string, string>()
  const place = ({ kind, namespace, name }: FleetKey): string => `${kind} ${namespace}/${name}`
  const fleet = fleetSource({
    clock: systemClock,
    text: resource => texts.get(place(resource)),
    observed: () => null,
    env: () => makeEnv({ now: Date.now() }),
  })
  const set = (name: string, state: State, message = '', namespace = 'shop', kind: FleetKey['kind'] = 'FlinkDeployment'): void => {
    const resource = { kind, namespace, name }
    const spec = { flinkVersion: 'v1_20', job: { parallelism: 4 } }
    texts.set(
      place(resource),
      JSON.stringify({
        metadata: { namespace, name, resourceVersion: '1' },
        spec,
        status: statusOf(state, Date.now() - 3 * hour, message),
      }),
    )
    fleet.changed(resource)
  }
  const made = () => expect.poll(() => fleet.page(null, { isShown: () => true, text: '' }).pending).toBe(0)
  const sources: LiveSources = {
    keys: () => [],
    read: () => Promise.reject(new Error('the API server is asked')),
    settings: () => makeEnv({ now: 0 }),
    observed: () => null,
    now: Date.now,
    fleet,
  }
  return { fleet, set, made, sources }
}

const serve = async (shown: (authorization: string | undefined) => E.Either<typeof noToken, LiveAnswers>) => {
  const planner = plannerOf(folder, true)
  if (E.isLeft(planner)) throw new Error(planner.left)
  const started = await startPlannerServer({
    port: 0,
    address: '127.0.0.1',
    hosts: [],
    planner: planner.right,
    shownTo: async ({ headers }) => shown(headers.authorization),
  })
  if (E.isLeft(started)) throw new Error(started.left)
  return started.right
}

/** What axe finds, by rule and place. */
const inaccessible = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<axe.AxeResults> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}

const names = (page: Page) => page.locator('.fleet .name').evaluateAll(all => all.map(it => it.lastChild?.textContent ?? ''))

const title = chromiumPath === null ? 'the fleet page (left out: CHROMIUM names no browser)' : 'the fleet page'

describe.skipIf(chromiumPath === null)(title, () => {
  let fleetSize: PageSize = { bytes: 0, compressed: 0 }
  const opened: ReturnType<typeof aFleet>['fleet'][] = []
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    fleetSize = (await buildPlanner(join(folder, 'planner'))).fleetSize
  })
  afterAll(() => opened.forEach(({ stop }) => stop()))

  const onFleet = async (
    look: Look,
    fill: (of: ReturnType<typeof aFleet>) => void,
    use: (
      page: Page,
      of: ReturnType<typeof aFleet> & { readonly complaints: readonly string[]; readonly sent: readonly string[] },
    ) => Promise<void>,
  ): Promise<void> => {
    const of = aFleet()
    opened.push(of.fleet)
    fill(of)
    await of.made()
    const answers = shownToAll(of.sources)
    const server = await serve(() => E.right(answers))
    try {
      await withChromium(look, async context => {
        const page = await context.newPage()
        const complaints: string[] = []
        const sent: string[] = []
        page.on('pageerror', error => complaints.push(error.message))
        page.on('console', message => complaints.push(message.text()))
        page.on('request', request => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
        await page.goto(`http://127.0.0.1:${server.port}/fleet/`)
        await page.locator('.fleet .name').first().waitFor()
        await use(page, { ...of, complaints, sent })
        expect(complaints.filter(text => !/Executing inline script violates/.test(text))).toEqual([])
      })
    } finally {
      await server.close()
    }
  }

  const few = ({ set }: ReturnType<typeof aFleet>): void => {
    set('orders', 'Steady')
    set(
      'payments',
      'Person',
      'The savepoint failed: the target directory is not writable. The job keeps running. Fix state.savepoints.dir.',
    )
    set('clicks', 'Failing')
    set('returns', 'InProgress', 'The spec is being deployed: the job is being stopped (SAVEPOINT)')
    set('ledger', 'Steady', '', 'finance')
    set('daily-report', 'Steady', '', 'finance', 'FlinkSessionJob')
  }

  test('it is no larger than it may be', () => {
    expect(fleetSize.bytes).toBeLessThan(largestFleet.bytes)
    expect(fleetSize.compressed).toBeLessThan(largestFleet.compressed)
  })

  test('what needs a person is first; a change of a resource is shown without a click; nobody but the operator is asked', async () => {
    await onFleet({}, few, async (page, { set, sent }) => {
      expect(await names(page)).toEqual(['payments', 'clicks', 'returns', 'ledger', 'orders', 'daily-report'])
      await page.getByRole('status').filter({ hasText: '6 of 6 resources, 1 needs a person' }).waitFor()
      set('orders', 'Person', 'The image does not exist')
      await page.getByText('The image does not exist').waitFor()
      // what has waited for longer is before it
      expect(await names(page)).toEqual(['payments', 'orders', 'clicks', 'returns', 'ledger', 'daily-report'])
      expect([...new Set(sent)]).toEqual(['GET /fleet/', 'GET /planner/planner.css', 'GET /planner/fleet.js', 'GET /planner/live/fleet'])
    })
  })

  test('by keyboard alone: a filter, the search, and one key to explanation, history and planner', async () => {
    await onFleet({}, few, async page => {
      await page.getByRole('button', { name: 'Needs a person' }).press('Enter')
      await expect.poll(() => names(page)).toEqual(['payments'])
      await page.getByRole('button', { name: 'Needs a person' }).press('Enter')
      await page.getByRole('searchbox').focus()
      await page.keyboard.type('finance report')
      await expect.poll(() => names(page)).toEqual(['daily-report'])
      const name = page.getByRole('button', { name: 'daily-report' })
      await name.press('Enter')
      await page.getByRole('heading', { name: 'History' }).waitFor()
      expect(await name.getAttribute('aria-expanded')).toBe('true')
      await page.getByText('s3://savepoints/savepoint-1').waitFor()
      await page.getByText('kubectl flink history flinksessionjob/daily-report -n finance').waitFor()
      expect(await page.getByRole('link', { name: 'Plan an edit' }).getAttribute('href')).toBe(
        '/planner/#FlinkSessionJob/finance/daily-report',
      )
      await name.press('Enter')
      await expect.poll(() => page.getByRole('heading', { name: 'History' }).count()).toBe(0)
    })
  })

  test('S12 texts of resources are texts: nothing of them runs, whatever is written in them', async () => {
    const fill = ({ set }: ReturnType<typeof aFleet>) => {
      set(hostile, 'Person', hostile, hostile)
      set('orders', 'Steady')
    }
    await onFleet({}, fill, async page => {
      await page.getByRole('button', { name: 'onerror' }).click()
      await page.getByRole('heading', { name: 'History' }).waitFor()
      expect(await page.locator('main img, main script').count()).toBe(0)
      expect(await page.locator('.waits').innerText()).toBe(hostile)
      expect(await page.evaluate('globalThis.ran')).toBeUndefined()
      // what would run all the same, the page's policy refuses; the console says so
      expect(
        await page.evaluate(`new Promise(resolve => {
        addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective))
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = 1' }))
      })`),
      ).toBe('script-src-elem')
    })
  })

  test('S12 a token: it is asked for, and only what its user may list is shown', async () => {
    const of = aFleet()
    opened.push(of.fleet)
    few(of)
    await of.made()
    const asker = {
      may: async ({ kind, namespace }: { readonly kind: string; readonly namespace: string | null }) =>
        E.right(kind === 'FlinkDeployment' && namespace === 'finance'),
    }
    const answers = shownTo(of.sources, asker)
    const server = await serve(authorization => (authorization === 'Bearer a-token' ? E.right(answers) : E.left(noToken)))
    try {
      await withChromium({}, async context => {
        const page = await context.newPage()
        await page.goto(`http://127.0.0.1:${server.port}/fleet/`)
        await page.getByLabel('Token', { exact: true }).fill('a-token')
        await page.keyboard.press('Enter')
        await page.locator('.fleet .name').first().waitFor()
        expect(await names(page)).toEqual(['ledger'])
        await page.getByRole('button', { name: 'ledger' }).click()
        await page.getByText(/You may not list the FlinkDeployments/).waitFor()
        await page.getByRole('button', { name: 'Forget the token' }).click()
        await page.getByLabel('Token', { exact: true }).waitFor()
        expect(await page.content()).not.toContain('ledger')
      })
    } finally {
      await server.close()
    }
  })

  test('10,000 resources: the browser is never held up for longer than 100 ms, whatever is typed and clicked', async () => {
    const fill = ({ set }: ReturnType<typeof aFleet>) => {
      for (let count = 0; count < 10_000; count += 1) {
        const state = count % 500 === 7 ? 'Person' : count % 100 === 3 ? 'InProgress' : 'Steady'
        set(`job-${String(count).padStart(5, '0')}`, state, state === 'Steady' ? '' : 'The spec is being deployed', `team-${count % 40}`)
      }
    }
    await onFleet({}, fill, async (page, { set }) => {
      await page.evaluate(`globalThis.pauses = []; new PerformanceObserver(list => {
        for (const entry of list.getEntries()) globalThis.pauses.push(Math.round(entry.duration))
      }).observe({ type: 'longtask', buffered: true })`)
      await page.getByRole('status').filter({ hasText: '10,000 of 10,000' }).waitFor()
      expect(await page.locator('.fleet .name').count()).toBe(50)
      await page.getByRole('searchbox').pressSequentially('team-7 job-00')
      await page.getByRole('status').filter({ hasText: /^2\d of 10,000/ }).waitFor()
      await page.getByRole('searchbox').fill('')
      await page.getByRole('button', { name: 'Steady' }).click()
      for (let count = 0; count < 3; count += 1) await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('Page 4 of').waitFor()
      set('job-00000', 'Person', 'it changed')
      await page.getByRole('button', { name: 'Steady' }).click()
      await page.getByText('it changed').waitFor()
      const pauses = await page.evaluate<readonly number[]>('globalThis.pauses')
      // a busy machine holds up everything: as much as a fixed piece of work takes longer than the 25 ms of a machine with two idle cores
      const work = await page.evaluate<number>(`Math.min(...[1, 2, 3].map(() => {
        const begun = performance.now()
        Array.from({ length: 40_000 }, (_, index) => String((index * 7919) % 40_009)).sort()
        return performance.now() - begun
      }))`)
      expect(Math.max(0, ...pauses)).toBeLessThan(100 * Math.max(1, work / 25))
    })
  })

  test.each([['light', 1280], ['dark', 1280], ['light', 390], ['dark', 390]] as const)(
    '%s, %i wide: it is accessible, and nothing is wider',
    async (colorScheme, width) => {
      await onFleet({ colorScheme, width }, few, async page => {
        await page.getByRole('button', { name: 'payments' }).click()
        await page.getByRole('heading', { name: 'History' }).waitFor()
        await page.screenshot({ path: join(pictures, `fleet-${colorScheme}-${width}.png`), fullPage: true })
        expect(await inaccessible(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
      })
    },
  )
})
