import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlanner, largestAutoscaler, type PageSize } from '../../scripts/planner.ts'
import { chromiumPath, type Look, withChromium } from './chromium.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'autoscaler-')), 'page')
/** Where pictures are kept to be looked at; by default in the temporary folder. */
const pictures = process.env['BROWSER_PICTURES'] ?? join(folder, '../pictures')

interface Noticed {
  readonly requests: string[]
  readonly complaints: string[]
}

/** The page as it lies on disk, with everything that it asks for and complains of. */
const onPage = (look: Look, use: (page: Page, noticed: Noticed) => Promise<void>) =>
  withChromium(look, async context => {
    const page = await context.newPage()
    const noticed: Noticed = { requests: [], complaints: [] }
    page.on('request', request => noticed.requests.push(request.url()))
    page.on('pageerror', error => noticed.complaints.push(error.message))
    page.on('console', message => noticed.complaints.push(message.text()))
    await page.goto(pathToFileURL(join(folder, 'autoscaler.html')).href)
    await use(page, noticed)
  })

const inaccessible = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<axe.AxeResults> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}

const charts = (page: Page) => page.getByRole('img', { name: /^Load and capacity, slots, and lag over time\./ })

/** Text of the picture, and whether the browser could draw it. */
const drawn = async (page: Page) => {
  await charts(page).waitFor()
  return page.evaluate<{ readonly svg: string; readonly width: number }>(`(async () => {
    const image = document.querySelector('.charts img')
    await image.decode()
    return { svg: decodeURIComponent(image.src.split(',').slice(1).join(',')), width: image.naturalWidth }
  })()`)
}

const title = 'the page of the autoscaler in a browser'

describe.skipIf(chromiumPath === null)(chromiumPath === null ? `${title} (left out: CHROMIUM names none)` : title, () => {
  let size: PageSize = { bytes: 0, compressed: 0 }
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    size = (await buildPlanner(folder)).autoscalerSize
  })

  test('it is no larger than it may be', () => {
    expect(size.bytes).toBeLessThan(largestAutoscaler.bytes)
    expect(size.compressed).toBeLessThan(largestAutoscaler.compressed)
  })

  test('opened from disk, it plays the example, asks for nothing but itself, and has nothing to complain of', async () => {
    await onPage({}, async (page, { requests, complaints }) => {
      const { svg, width } = await drawn(page)
      expect(width).toBeGreaterThan(1000)
      for (const text of ['load', 'capacity', 'slots', 'records of lag']) expect(svg).toContain(`>${text}<`)
      await page.getByRole('cell', { name: /join \d+ → \d+: needs/ }).first().waitFor()
      const files = requests.filter(url => !url.startsWith('data:')).map(url => url.replace(/^.*\//, ''))
      expect(files).toEqual(['autoscaler.html', 'planner.css', 'autoscaler.js'])
      expect(complaints).toEqual([])
    })
  })

  test('a second configuration is drawn beside the first, and its sums are compared', async () => {
    await onPage({}, async page => {
      await page.getByLabel('Options to compare', { exact: true }).fill('utilization.target: 0.5\n')
      await page.getByRole('rowheader', { name: 'to compare' }).waitFor()
      expect((await drawn(page)).svg).toContain('>to compare<')
      await expect(page.locator('.amounts').innerText()).resolves.toMatch(/With the options to compare: restarts [+−]\d/)
    })
  })

  test('a mistake is told with its field, announced, and led to by keyboard', async () => {
    await onPage({}, async page => {
      await page.getByLabel('Options', { exact: true }).fill('utilization.target: 2\n')
      const lead = page.getByRole('button', { name: 'Go to Options' })
      await lead.waitFor()
      await expect(page.getByRole('status').innerText()).resolves.toContain('within the range [0.0, 1.0]')
      expect(await charts(page).count()).toBe(0)
      await lead.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('options')
    })
  })

  test('a file is opened and played; one that is too large is not read', async () => {
    await onPage({}, async page => {
      const large = join(folder, '../large.yaml')
      writeFileSync(large, `# ${'x'.repeat(2 * 1024 * 1024)}`)
      const open = page.getByLabel('The load: open files')
      await open.setInputFiles(large)
      await page.getByRole('alert').filter({ hasText: 'the page reads at most 2,097,152' }).waitFor()
      const steady = join(folder, '../steady.json')
      writeFileSync(
        steady,
        JSON.stringify({
          vertices: [{ name: 'orders', recordsPerSecond: 1000, parallelism: 2 }],
          load: [{ at: '00:00', records: 1300 }, { at: '02:00', records: 1300 }],
        }),
      )
      await open.setInputFiles(steady)
      await page.getByText('as configured: nothing is scaled, and nothing is held back').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  test('the picture is saved as the command writes it', async () => {
    await onPage({}, async page => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the picture' }).click()])
      expect(download.suggestedFilename()).toBe('autoscaler-plan.svg')
      const written = readFileSync(join(import.meta.dirname, '../../docs/pictures/autoscaler-day.svg'), 'utf8')
      const saved = readFileSync(await download.path(), 'utf8')
      // a browser measures texts, and Node estimates them: the lines are the same
      const lines = (svg: string): readonly string[] => [...svg.matchAll(/ d="(M[^"]{200,})"/g)].map(([, path]) => path ?? '')
      expect(lines(saved)).toHaveLength(4)
      expect(lines(saved)).toEqual(lines(written))
    })
  })

  const looks: readonly (readonly [string, Look])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { width: 390 }],
    ['narrow-dark', { width: 390, colorScheme: 'dark' }],
  ]
  test.each(looks)('%s: axe finds nothing, and nothing is wider than the window', async (name, look) => {
    await onPage(look, async page => {
      await page.getByRole('button', { name: 'A day, two utilizations' }).click()
      await page.getByRole('rowheader', { name: 'to compare' }).waitFor()
      const { svg, width } = await drawn(page)
      expect(svg.includes('fill="#1c1f25"')).toBe(look.colorScheme === 'dark')
      expect(width).toBeLessThanOrEqual(look.width ?? 1280)
      await page.screenshot({ path: join(pictures, `autoscaler-${name}.png`), fullPage: true })
      await expect(inaccessible(page)).resolves.toEqual([])
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect(wider).toBe(0)
    })
  })
})
