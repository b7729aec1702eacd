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
  'docs/index.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/getting-started/first-job.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/concepts/lifecycle.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/concepts/upgrades.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/concepts/savepoints.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/concepts/blue-green.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/install.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/command-line.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/plan-in-ci.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/upgrade.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/logging.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/operations/backup.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/troubleshooting/index.md': 'test/sandbox/user-guide-page.test.ts',
  'docs/troubleshooting/failed-upgrade.md': 'test/sandbox/user-guide-page.test.ts',
}

/** Pages whose commands nobody runs as they stand there, and why. */
const runByNobody: Readonly<Record<string, string>> = {
  'docs/admission-webhook.md':
    'e2e/scenarios/webhook.ts does by the API what makes a certificate anew; the kinds of cert-manager are on no cluster here',
  'docs/getting-started/kind.md': 'kind needs a container engine; the commands after its own are those of docs/install.md (below)',
  'docs/getting-started/minikube.md': 'minikube needs a container engine; the commands after its own are those of docs/install.md (below)',
  'docs/operations/fleet.md':
    'a port is forwarded to a pod, of which the sandbox has none; test/sandbox/fleet.test.ts asks for the page and runs top',
  'docs/planner.md': 'npm run planner is a part of npm run build; a port is forwarded to a pod, of which the sandbox has none',
}

const pages = globSync('docs/**/*.md', { cwd: root }).filter(page => /^ *```(sh|console)$/m.test(readFileSync(join(root, page), 'utf8')))

test('each page with commands has somebody who runs them, or a reason', () => {
  expect(pages.toSorted()).toEqual([...Object.keys(runBy), ...Object.keys(runByNobody)].toSorted())
})

test.each(Object.entries(runBy))('%s is read by %s', (page, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(page.replace('docs/', ''))
})

const commandsOf = (page: string): readonly string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', '').trim().split('\n').map(line => line.replaceAll(/ +/g, ' '))
  )

test.each(['docs/getting-started/kind.md', 'docs/getting-started/minikube.md'])(
  '%s has the commands of docs/install.md, which a story runs on a real cluster, and no others of Helm and kubectl but what it says to try',
  page => {
    const [here, installed] = [commandsOf(page), commandsOf('docs/install.md')]
    const needed = installed.filter(it => !/helm (upgrade|uninstall)|delete flinkdeployment/.test(it))
    // the last rollout is that of the upgrade of the operator
    expect(needed.filter(it => !here.includes(it))).toEqual([])
    const others = here.filter(it => /^(helm|kubectl) /.test(it) && !installed.includes(it))
    expect(others.filter(it => !/port-forward|"ingress"/.test(it))).toEqual([])
  },
)
