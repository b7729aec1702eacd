import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lifecycleStates } from '../../packages/core/src/crd/status-parts.ts'
import { jobStates } from '../../packages/core/src/contract/resource/job-status.ts'
import { eventReasons } from '../../scripts/docs/event-reasons.ts'
import { anchorsOf, linksOf } from '../../scripts/docs/links.ts'
import { root } from '../../scripts/docs/source-files.ts'
import { audienceOf, chapters, moved } from '../../site/chapters.ts'

const docs = join(root, 'docs')
const textOf = (page: string): string => readFileSync(join(docs, page), 'utf8')
const sourceOf = (path: string): string => path.replace(/\.html$/, '.md')

/** Pages of the contents that are in docs/: the planner's own is made by its build. */
const pages = chapters.flatMap(({ pages: named }) => named.map(([path]) => sourceOf(path))).filter(it => existsSync(join(docs, it)))

/** Pages, and sections of them, that one click on a page's text leads to. */
const linked = (page: string): readonly string[] =>
  linksOf(textOf(page)).map(target => normalize(join(dirname(page), target))).filter(it => /^[^.].*\.md(#|$)/.test(it))

/** How many clicks in the texts of pages lead from the first page to another one; null: more than three. */
const clicksTo = (wanted: string): number | null => {
  const after = (reached: readonly string[], clicks: number): number | null =>
    reached.includes(wanted) ? clicks
      : clicks === 3 ? null
      : after([...new Set(reached.flatMap(linked).map(it => it.replace(/#.*/, '')))], clicks + 1)
  return after(['index.md'], 0)
}

describe('what users look for is near the first page', () => {
  test.each([
    ['how to get back after a failed upgrade', 'troubleshooting/failed-upgrade.md'],
    ['troubleshooting', 'troubleshooting/index.md'],
    ['a reason', 'troubleshooting/reasons.md'],
    ['install', 'install.md'],
    ['coming from the Apache operator', 'coming-from-apache.md'],
  ])('%s: in two clicks', (_question, page) => {
    expect(clicksTo(page)).toBeLessThanOrEqual(2)
  })

  test('the page is called as the question is asked', () => {
    expect(textOf('troubleshooting/failed-upgrade.md').split('\n')[0]).toBe('# How to get back after a failed upgrade')
  })

  test('clicks are counted: a page that only others lead to takes more', () => {
    expect([clicksTo('index.md'), clicksTo('install.md'), clicksTo('concepts/blue-green.md')]).toEqual([0, 1, 2])
  })
})

describe('pages for users', () => {
  const guides = pages.filter(it => audienceOf(it.replace(/\.md$/, '.html')) === 'users')

  test('there are such pages, and pages of contributors are none', () => {
    expect(guides.length).toBeGreaterThan(35)
    expect([audienceOf('rules.html'), audienceOf('adr/0001-observe-takes-desired.html'), audienceOf('reference/options.html')]).toEqual([
      'contributors',
      'contributors',
      'reference',
    ])
  })

  test.each(guides)('%s has less than 300 lines', page => {
    expect(textOf(page).split('\n').length).toBeLessThan(300)
  })

  test.each(moved)('%s leads on from each of its sections', path => {
    const text = textOf(sourceOf(path))
    expect(text.match(/^- <a id="[^"]+"><\/a>\[[^\]]+\]\([^)]+\)$/gm)).toHaveLength(text.match(/^- /gm)?.length ?? 0)
  })
})

/** `ROLLING_BACK` → `Rolling_back`, as a job's conditions have it. */
const capitalised = (state: string): string => state.charAt(0) + state.slice(1).toLowerCase()

describe('B64 troubleshooting/reasons.md has a row for each reason, which a link can name', () => {
  const anchors = anchorsOf(textOf('troubleshooting/reasons.md'))
  const ofConditions = [
    ...lifecycleStates.filter(it => it !== 'DELETED').map(capitalised),
    ...jobStates.map(capitalised),
    ...['NotStalled', 'Error', 'JobManagerNotReady', 'RestUnreachable', 'Annotation', 'UnknownValue'],
    ...['TriggerPending', 'InProgress', 'Completed', 'Failed', 'Abandoned', 'Waiting', 'DisposalBlocked', 'Unreadable'],
    ...['InitializingBlue', 'ActiveBlue', 'ActiveGreen', 'SavepointingBlue', 'SavepointingGreen'],
    ...['TransitioningToBlue', 'TransitioningToGreen'],
  ]

  test.each([...new Set([...Object.keys(eventReasons), ...ofConditions])])('%s', reason => {
    expect(anchors).toContain(reason.toLowerCase())
  })
})
