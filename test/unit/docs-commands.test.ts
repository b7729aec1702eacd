import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Who runs the commands of a page as they stand there. */
const runBy: Readonly<Record<string, string>> = {
  'docs/autoscaler.md': 'test/sandbox/autoscaler-pages.test.ts',
  'docs/autoscaler-tuning.md': 'test/sandbox/autoscaler-pages.test.ts',
  'docs/coming-from-apache.md': 'test/sandbox/hand-over-pages.test.ts',
  'docs/coming-from-lyft.md': 'test/sandbox/hand-over-pages.test.ts',
  'docs/install.md': 'e2e/scenarios/install-page.ts',
  'docs/lyft.md': 'test/sandbox/hand-over-pages.test.ts',
  'docs/model-checker.md': 'test/unit/model-checker-page.test.ts',
  'docs/plugins.md': 'test/sandbox/plugins-page.test.ts',
  'docs/user-guide.md': 'test/sandbox/user-guide-page.test.ts',
}

/** Pages whose commands nobody runs as they stand there, and why. */
const runByNobody: Readonly<Record<string, string>> = {
  'docs/admission-webhook.md':
    'e2e/scenarios/webhook.ts does by the API what makes a certificate anew; the kinds of cert-manager are on no cluster here',
  'docs/planner.md': 'npm run planner is a part of npm run build; a port is forwarded to a pod, of which the sandbox has none',
}

const pages = globSync('docs/**/*.md', { cwd: root }).filter(page => /^ *```(sh|console)$/m.test(readFileSync(join(root, page), 'utf8')))

test('each page with commands has somebody who runs them, or a reason', () => {
  expect(pages.toSorted()).toEqual([...Object.keys(runBy), ...Object.keys(runByNobody)].toSorted())
})

test.each(Object.entries(runBy))('%s is read by %s', (page, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(page.replace('docs/', ''))
})
