import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, type Look, withChromium } from './chromium.ts'

const root = join(import.meta.dirname, '../..')
const site = join(root, 'dist/site')
/** Where pictures are kept to be looked at; by default in a temporary folder. */
const pictures = process.env['BROWSER_PICTURES'] ?? mkdtempSync(join(tmpdir(), 'site-pictures-'))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** The site below a path of its own, as hosts of pages serve it. */
const below = '/flink-operator/'
const served = (): Server =>
  createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = join(site, decodeURIComponent(pathname.slice(below.length)))
    if (!pathname.startsWith(below) || !existsSync(file) || statSync(file).isDirectory()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  }).listen(0, '127.0.0.1')

const title = chromiumPath === null ? 'the site in a browser (left out: CHROMIUM names none)' : 'the site in a browser'

describe.skipIf(chromiumPath === null)(title, () => {
  let server: Server
  let url = ''
  beforeAll(async () => {
    execFileSync('npm', ['run', '--silent', 'site'], { cwd: root })
    mkdirSync(pictures, { recursive: true })
    server = served()
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`
  })
  afterAll(() => server.close())

  /** A page of the site, with everything that it asks for and complains of. */
  const onPage = (path: string, look: Look, use: (page: Page, requests: readonly string[]) => Promise<void>) =>
    withChromium(look, async context => {
      const page = await context.newPage()
      const requests: string[] = []
      const complaints: string[] = []
      page.on('request', request => requests.push(request.url()))
      page.on('pageerror', error => complaints.push(error.message))
      page.on('console', message => complaints.push(message.text()))
      await page.goto(`${url}${path}`)
      await use(page, requests)
      expect(complaints).toEqual([])
    })

  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
  /** Where the focus is: the target of the link, or the id. */
  const focused = (page: Page) => page.evaluate<string>(`document.activeElement.getAttribute('href') ?? document.activeElement.id`)
  const links = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('link')

  /** What axe finds wrong. */
  const faults = async (page: Page): Promise<readonly string[]> => {
    await page.evaluate(axe.source)
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<axe.AxeResults> } }).axe.run()
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    })
  }

  test('by keyboard alone, from a page in a folder: / to the field, words, arrows to the section that is meant', async () => {
    await onPage('reference/options.html', {}, async page => {
      await page.keyboard.press('/')
      expect(await focused(page)).toBe('search')
      await page.keyboard.type('canary')
      await page.getByRole('status').filter({ hasText: /\d pages?$/ }).waitFor()
      const target = await links(page).filter({ hasText: 'Canary resources' }).first().getAttribute('href')
      expect(target).toBe(`${below}operations/monitoring.html#canary-resources`)
      for (;;) {
        await page.keyboard.press('ArrowDown')
        if (await focused(page) === target) break
      }
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}operations/monitoring.html#canary-resources`)
    })
  })

  test.each([
    ['troubleshooting', 'troubleshooting/index.html'],
    ['rollback', 'concepts/upgrades.html#rollback'],
    ['ingress', 'jobs/ingress.html'],
    ['upgrade fails', 'troubleshooting/failed-upgrade.html'],
    ['pod template', 'jobs/pod-templates.html'],
    ['Argo CD', 'operations/gitops.html'],
    ['ImagePullBackOff', 'troubleshooting/'],
  ])('pages for users come first: %s', async (words, wanted) => {
    await onPage('index.html', {}, async page => {
      await field(page).fill(words)
      await page.getByRole('status').filter({ hasText: /\d pages?$/ }).waitFor()
      const found = await links(page).evaluateAll(all => all.map(it => it.getAttribute('href') ?? ''))
      expect(found[0]).toContain(`${below}${wanted}`)
      const marks = await links(page).evaluateAll(all => all.map(it => it.querySelector('em')?.textContent ?? ''))
      const order = marks.map(mark => ['', 'Reference', 'For contributors'].indexOf(mark))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    })
  })

  test('from the first page to getting back after a failed upgrade: two clicks, and one by the contents', async () => {
    await onPage('index.html', {}, async page => {
      await page.getByRole('main').getByRole('link', { name: 'Something is wrong' }).click()
      await page.getByRole('main').getByRole('link', { name: 'after a failed upgrade' }).first().click()
      await page.waitForURL(`${url}troubleshooting/failed-upgrade.html`)
      await page.goto(`${url}index.html`)
      await page.getByRole('navigation').getByRole('link', { name: 'After a failed upgrade' }).click()
      await page.waitForURL(`${url}troubleshooting/failed-upgrade.html`)
    })
  })

  test('an address in the user guide of before leads on to where its section is now', async () => {
    await onPage('user-guide.html#rollback', {}, page => page.waitForURL(`${url}concepts/upgrades.html#rollback`))
    await onPage('user-guide.html', {}, async page => {
      await page.getByRole('main').getByRole('link', { name: 'Pause', exact: true }).click()
      await page.waitForURL(`${url}concepts/lifecycle.html#pause`)
    })
  })

  test('what contributors read is closed in the contents, and open on their pages', async () => {
    const rules = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Rules', exact: true })
    await onPage('index.html', {}, async page => {
      expect(await rules(page).isVisible()).toBe(false)
      await page.getByText('For contributors').click()
      await rules(page).click()
      await page.waitForURL(`${url}rules.html`)
      expect(await rules(page).isVisible()).toBe(true)
    })
  })

  test.each([
    'index.html',
    'troubleshooting/index.html',
    'troubleshooting/reasons.html',
    'operations/gitops.html',
    'reference/options.html',
    'concepts/upgrades.html',
  ])('390 wide: the title of %s is on the first screen, nothing is wider than it, and the contents open', async path => {
    await onPage(path, { width: 390 }, async page => {
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(title?.y).toBeLessThan(400)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      const entry = page.getByRole('navigation').getByRole('link', { name: 'Upgrades and state' })
      expect(await entry.isVisible()).toBe(false)
      await page.getByText('Flink operator', { exact: true }).first().click()
      expect(await entry.isVisible()).toBe(true)
      await page.screenshot({ path: join(pictures, `site-390-${path.replaceAll('/', '-')}.png`) })
    })
  })

  test.each([['light', 1280], ['dark', 1280], ['light', 390]] as const)(
    '%s, %i wide: the first page, with its picture, is accessible',
    async (colorScheme, width) => {
      await onPage('index.html', { colorScheme, width }, async page => {
        expect(await page.getByRole('main').locator('img').evaluate(it => (it as unknown as { naturalWidth: number }).naturalWidth)).toBe(
          520,
        )
        await page.screenshot({ path: join(pictures, `site-first-${colorScheme}-${width}.png`), fullPage: true })
        expect(await faults(page)).toEqual([])
      })
    },
  )

  test('Escape goes back to the field, and clears it; nothing of a page is lost that way', async () => {
    await onPage('index.html', {}, async page => {
      await field(page).fill('savepoint')
      await links(page).first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Escape')
      expect([await field(page).inputValue(), await links(page).count()]).toEqual(['savepoint', 10])
      await page.keyboard.press('Escape')
      expect([await field(page).inputValue(), await links(page).count()]).toEqual(['', 0])
    })
  })

  test('what no page has is told', async () => {
    await onPage('index.html', {}, async page => {
      // Pagefind finds what begins as a word of a page does, too: no word begins with this letter
      await field(page).fill('ўўў')
      await page.getByText('Nothing about “ўўў”').waitFor()
      expect(await links(page).count()).toBe(0)
    })
  })

  test('nobody else is asked, and nothing of the index before somebody types; a search reads less than 400 KiB', async () => {
    await onPage('index.html', {}, async (page, requests) => {
      expect(requests.filter(it => it.includes('/pagefind/'))).toEqual([])
      await field(page).fill('checkpoint')
      await links(page).first().waitFor()
      expect(requests.filter(it => !it.startsWith(url) && !it.startsWith('data:'))).toEqual([])
      const read = requests.filter(it => it.includes('/pagefind/')).map(it =>
        statSync(join(site, it.slice(url.length).replace(/\?.*$/, ''))).size
      )
      expect(read.reduce((sum, size) => sum + size, 0)).toBeLessThan(400 * 1024)
    })
  })

  test.each([['light', 1280], ['dark', 1280], ['light', 420]] as const)(
    '%s, %i wide: what was found is accessible',
    async (colorScheme, width) => {
      await onPage('index.html', { colorScheme, width }, async page => {
        await field(page).fill('savepoint')
        await links(page).first().waitFor()
        await page.screenshot({ path: join(pictures, `site-search-${colorScheme}-${width}.png`) })
        expect(await faults(page)).toEqual([])
      })
    },
  )

  test('a page that is opened from a disk shows no box, since it could find nothing', async () => {
    await withChromium({}, async context => {
      const page = await context.newPage()
      await page.goto(pathToFileURL(join(site, 'index.html')).href)
      expect(await page.locator('search').isVisible()).toBe(false)
    })
  })
})
