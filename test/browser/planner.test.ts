import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlanner, largestPage, type PageSize } from '../../scripts/planner.ts'
import { chromiumPath, type Look, withChromium } from './chromium.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'planner-')), 'page')
/** Where pictures are kept to be looked at; by default in the temporary folder. */
const pictures = process.env['BROWSER_PICTURES'] ?? join(folder, '../pictures')

/** The page as it lies on disk, with everything that it asks for and complains of. */
const onPage = (look: Look, use: (page: Page, seen: { readonly requests: string[]; readonly complaints: string[] }) => Promise<void>) =>
  withChromium(look, async context => {
    const page = await context.newPage()
    const seen = { requests: [] as string[], complaints: [] as string[] }
    page.on('request', request => seen.requests.push(request.url()))
    page.on('pageerror', error => seen.complaints.push(error.message))
    page.on('console', message => seen.complaints.push(message.text()))
    await page.goto(pathToFileURL(join(folder, 'index.html')).href)
    await use(page, seen)
  })

/** Without the worker, whose script is part of planner.js. */
const files = (requests: readonly string[]): readonly string[] =>
  requests.filter(url => !url.startsWith('blob:')).map(url => url.replace(/^.*\//, ''))

const load = async (page: Page, example: string): Promise<void> => {
  await page.getByRole('button', { name: example }).click()
  await page.getByRole('heading', { name: 'The story, step by step' }).waitFor()
}

/** What axe finds, by rule and place. */
const inaccessible = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<axe.AxeResults> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}

const title = chromiumPath === null ? 'the planner in a browser (left out: CHROMIUM names none)' : 'the planner in a browser'

describe.skipIf(chromiumPath === null)(title, () => {
  let size: PageSize = { bytes: 0, compressed: 0 }
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true })
    size = (await buildPlanner(folder)).size
  })

  test('it is no larger than it may be', () => {
    expect(size.bytes).toBeLessThan(largestPage.bytes)
    expect(size.compressed).toBeLessThan(largestPage.compressed)
  })

  test('opened from disk, it plans an example, asks for nothing but itself, and has nothing to complain of', async () => {
    await onPage({}, async (page, { requests, complaints }) => {
      await load(page, 'Upgrade with a savepoint')
      await expect(page.locator('.amounts').first().innerText()).resolves.toContain('Upgrade: stop with a savepoint, start from it')
      expect(files(requests)).toEqual(['index.html', 'planner.css', 'planner.js'])
      expect(complaints).toEqual([])
    })
  })

  test('N18 whoever opens it sees an example, planned', async () => {
    await onPage({}, async page => {
      await page.getByRole('heading', { name: 'FlinkDeployment default/savepoint' }).waitFor()
      await page.getByText('Upgrade: stop with a savepoint, start from it', { exact: true }).waitFor()
    })
  })

  test('N16 two hundred documents are planned without a pause above 100 ms: typing and scrolling never wait', async () => {
    await onPage({}, async page => {
      await page.getByRole('heading', { name: 'FlinkDeployment default/savepoint' }).waitFor()
      const example = readFileSync(join(import.meta.dirname, '../../examples/savepoint.yaml'), 'utf8')
      const documents = Array.from({ length: 200 }, (_, index) => example.replace('name: savepoint', `name: app-${index}`)).join('\n---\n')
      const yaml = (text: string) => ({ name: 'jobs.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
      // of a busy machine the best of a few tries counts
      const longest: number[] = []
      for (const parallelism of [3, 4, 5, 6, 7]) {
        await page.evaluate('globalThis.pauses = []; globalThis.seen?.disconnect()')
        await page.evaluate(
          '(globalThis.seen = new PerformanceObserver(list => pauses.push(...list.getEntries().map(it => it.duration)))).observe({ type: "longtask" })',
        )
        await page.getByLabel('What is deployed: open files').setInputFiles(yaml(documents))
        await page.getByLabel('The edit: open files').setInputFiles(
          yaml(documents.replaceAll('parallelism: 2', `parallelism: ${parallelism}`)),
        )
        await page.getByText(`parallelism: ${parallelism}`, { exact: true }).first().waitFor()
        await page.getByLabel('Resource', { exact: true }).selectOption({ index: 199 })
        await page.getByRole('heading', { name: 'FlinkDeployment default/app-199' }).waitFor()
        await page.getByLabel('Resource', { exact: true }).selectOption({ index: 0 })
        await page.getByRole('heading', { name: 'FlinkDeployment default/app-0' }).waitFor()
        longest.push(Math.max(0, ...await page.evaluate<number[]>('pauses')))
        if (Math.min(...longest) < 100) break
      }
      console.log(`longest pauses of the page: ${longest.map(it => `${Math.round(it)} ms`).join(', ')}`)
      expect(Math.min(...longest)).toBeLessThan(100)
    })
  })

  test('a browser that starts no worker says so', async () => {
    await withChromium({}, async context => {
      const page = await context.newPage()
      await page.addInitScript(
        'globalThis.Worker = class extends EventTarget { constructor() { super(); setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "refused" }))) } postMessage() {} terminate() {} }',
      )
      await page.goto(pathToFileURL(join(folder, 'index.html')).href)
      await page.getByText('Nothing can be planned here: refused').waitFor()
    })
  })

  test('nothing can leave it: a request that its own script makes is refused, and one of a worker', async () => {
    let heard = 0
    const server = createServer((_, response) => {
      heard += 1
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('heard')
    }).listen(0, '127.0.0.1')
    try {
      await onPage({}, async page => {
        const { port } = server.address() as AddressInfo
        const tried = await page.evaluate<readonly string[]>(`(async url => {
          const image = new Promise(resolve => Object.assign(new Image(), {
            onload: () => resolve('sent'), onerror: () => resolve('refused'), src: url + '/image',
          }))
          navigator.sendBeacon(url, 'x')
          const script = "fetch('" + url + "/worker').then(() => 'sent', () => 'refused').then(postMessage)"
          const worker = new Worker(URL.createObjectURL(new Blob([script])))
          const inWorker = new Promise(resolve => worker.addEventListener('message', ({ data }) => resolve(data)))
          return [await fetch(url).then(() => 'sent', () => 'refused'), await image, await inWorker]
        })('http://127.0.0.1:${port}')`)
        expect(tried).toEqual(['refused', 'refused', 'refused'])
      })
      expect(heard).toBe(0)
    } finally {
      server.close()
    }
  })

  test('by keyboard alone: the slider goes step by step, a crash is tried and taken back, and each is announced', async () => {
    await onPage({}, async page => {
      await load(page, 'Upgrade with a savepoint')
      const said = page.getByRole('status').filter({ hasText: 'Step' })
      await page.getByRole('slider').focus()
      await page.keyboard.press('ArrowRight')
      await expect(said.innerText()).resolves.toMatch(/^Step 1 of \d+\. Operator: Stop job/)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('.step.crash').waitFor()
      await expect(said.innerText()).resolves.toContain('Crash: The process of the operator dies here.')
      await expect(page.getByText('The next operator brings it to the same end').count()).resolves.toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Without the crash' }).press('Enter')
      await page.locator('.step.crash').waitFor({ state: 'detached' })
    })
  })

  test('status writes and events are steps only on request', async () => {
    await onPage({}, async page => {
      await load(page, 'Upgrade with a savepoint')
      const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
      const few = await steps.count()
      await expect(steps.filter({ hasText: /Write status/ }).count()).resolves.toBe(0)
      await page.getByLabel('Show every write').check()
      await expect(steps.filter({ hasText: /Write status/ }).count()).resolves.toBeGreaterThan(0)
      await expect(steps.count()).resolves.toBeGreaterThan(few)
    })
  })

  test('the documents stand side by side, with the changed lines marked', async () => {
    await onPage({}, async page => {
      await load(page, 'Upgrade with a savepoint')
      const changed = page.locator('.beside tr.changed')
      await expect(changed.allInnerTexts()).resolves.toEqual([expect.stringMatching(/parallelism: 2[^]*parallelism: 4/)])
    })
  })

  test('what is typed is planned when it pauses; a mistake is told with its line', async () => {
    await onPage({}, async page => {
      await page.getByLabel('The edit', { exact: true }).fill(
        'apiVersion: flink.apache.org/v1beta1\nkind: FlinkDeployment\nmetadata: {name: app}\nspec: {imag: x}\n',
      )
      await page.getByText('the edit:4: spec.imag: unknown field; did you mean "image"?').first().waitFor()
      await page.getByRole('button', { name: 'Go to line 4' }).press('Enter')
      expect(
        await page.evaluate(`(({ id, value, selectionStart, selectionEnd }) =>
        id + ' ' + value.slice(selectionStart, selectionEnd))(document.activeElement)`),
      ).toBe('edit spec: {imag: x}')
      expect((await page.locator('.numbers .failed').allInnerTexts()).map(text => text.trim())).toEqual(['4'])
    })
  })

  test('files are opened, and stay in the page', async () => {
    await onPage({}, async (page, { requests }) => {
      await page.getByLabel('The edit: open files').setInputFiles(join(import.meta.dirname, '../../examples/stateless.yaml'))
      await page.getByRole('heading', { name: 'FlinkDeployment default/stateless' }).waitFor()
      expect(files(requests)).toHaveLength(3)
    })
  })

  const looks: readonly (readonly [string, Look])[] = [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { width: 390 }],
  ]
  test.each(looks)('%s: axe finds nothing, and nothing is wider than the window', async (name, look) => {
    await onPage(look, async page => {
      await expect(inaccessible(page)).resolves.toEqual([])
      await load(page, 'Upgrade with a savepoint')
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
      await page.getByRole('slider').fill('7')
      await page.getByRole('button', { name: 'Crash here' }).click()
      await page.locator('.step.crash').waitFor()
      await page.screenshot({ path: join(pictures, `${name}-crash.png`), fullPage: true })
      await expect(inaccessible(page)).resolves.toEqual([])
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect(wider).toBe(0)
    })
  })

  test.each([
    'Upgrade from the last state',
    'Stateless restart',
    'First deployment',
    'Job of a session cluster',
    'Blue/green',
    "Lyft's FlinkApplication",
  ])(
    'the example is shown: %s',
    async example => {
      await onPage({}, async (page, { complaints }) => {
        await load(page, example)
        await page.screenshot({ path: join(pictures, `${example.replaceAll(/\W+/g, '-').toLowerCase()}.png`), fullPage: true })
        expect(complaints).toEqual([])
      })
    },
  )
})
