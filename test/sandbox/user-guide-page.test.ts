import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anOperator, aSandbox, untilStable } from './a-sandbox.ts'
import { commandsOf, isMissing, type PageShell, pageShell, root, title } from './page-shell.ts'

/** Pages for users whose commands are run here, each on a cluster of its own. */
const pages = [
  'index.md',
  'getting-started/first-job.md',
  'concepts/lifecycle.md',
  'concepts/upgrades.md',
  'concepts/savepoints.md',
  'concepts/blue-green.md',
  'operations/install.md',
  'operations/command-line.md',
  'operations/plan-in-ci.md',
  'operations/upgrade.md',
  'operations/logging.md',
  'operations/backup.md',
  'troubleshooting/index.md',
  'troubleshooting/failed-upgrade.md',
] as const

/** Commands that are not run here, by how they begin, and who runs them instead. */
const leftOut: Readonly<Record<string, string>> = {
  'flink-operator() {': 'the function is that of the shell here',
  'export KUBECONFIG=': 'the shell here has it',
  'npm ci': '.ci/run',
  'npm start': 'it runs until it is stopped: test/sandbox/demo.test.ts',
  'npm run krew': 'test/sandbox/krew.test.ts packs it',
  'kubectl krew install': 'test/sandbox/krew.test.ts, with a real krew',
  'kubectl flink version': 'test/sandbox/krew.test.ts',
  'flink-operator run --kubeconfig': 'it runs until it is stopped: test/sandbox/demo.test.ts',
  'npm run build': '.ci/run',
  'docker build': 'there is no container engine here: scripts/image-root.ts reads the same file',
}
/** Those that end with another code than 0. */
const codes: Readonly<Record<string, number>> = { '--detailed-exitcode': 2 }

const isLeftOut = (command: string): boolean => Object.keys(leftOut).some(it => command.startsWith(it))

/** As a reader would say it: names of one's own, and an end to what is watched. */
const said = (command: string): string =>
  command.replaceAll(/\bNAME\b/g, 'savepoint').replaceAll(/\bNAMESPACE\b/g, 'team-a').replace(/ -w$/, '')

/** A folder with what the commands speak of: the repository's files, an edited copy, two branches, an overlay. */
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'user-guide-'))
  for (const name of ['deploy', 'examples']) symlinkSync(join(root, name), join(folder, name))
  const example = readFileSync(join(root, 'examples/savepoint.yaml'), 'utf8')
  const edited = example.replace('parallelism: 2', 'parallelism: 4')
  expect(edited).not.toBe(example)
  writeFileSync(join(folder, 'edited.yaml'), edited)
  for (const [name, text] of [['main', example], ['branch', edited], ['overlays/prod', example]] as const) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'savepoint.yaml'), text)
  }
  writeFileSync(join(folder, 'overlays/prod/kustomization.yaml'), 'resources: [savepoint.yaml]\n')
  return folder
}

/** What has to be so before the commands of a page make sense. */
const before: Readonly<Partial<Record<(typeof pages)[number], (shell: PageShell) => Promise<unknown>>>> = {
  'concepts/blue-green.md': shell => shell('kubectl apply -f examples/blue-green.yaml'),
  'troubleshooting/failed-upgrade.md': shell =>
    shell(`kubectl patch flinkdep savepoint --type merge -p '{"spec":{"image":"flink:does-not-exist"}}'
           kubectl wait flinkdep/savepoint --for condition=Stalled --timeout 2m`),
}

describe.skipIf(isMissing)('the commands of the pages for users', () => {
  test('what is left out is there, and said to be run elsewhere', () => {
    const commands = pages.flatMap(commandsOf)
    expect(Object.keys(leftOut).filter(it => !commands.some(command => command.startsWith(it)))).toEqual([])
    expect(pages.filter(page => commandsOf(page).length === 0)).toEqual([])
    expect(commands.filter(it => !isLeftOut(it)).length).toBeGreaterThan(50)
  })

  test.each(pages)(title('%s, in order: each ends as it says'), async page => {
    const sandbox = await aSandbox()
    for (const name of ['prod', 'team-a'])
      await sandbox.call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    const folder = aFolder()
    const shell = pageShell(sandbox)
    await shell('kubectl apply -f examples/savepoint.yaml')
    await anOperator(sandbox)
    await untilStable(sandbox, 'savepoint')
    await shell("sed '1,/name:/s/name: .*/name: before-migration/' examples/state-snapshot.yaml | kubectl apply -f -")
    await before[page]?.(shell)
    for (const command of commandsOf(page).filter(it => !isLeftOut(it))) {
      const { code, out, err } = await shell(`cd ${folder}; GITHUB_STEP_SUMMARY=summary.md; ${said(command)}`)
      const wanted = Object.entries(codes).find(([flag]) => command.includes(flag))?.[1] ?? 0
      expect({ command, code, reported: code === wanted ? '' : err + out }).toEqual({ command, code: wanted, reported: '' })
    }
  })
})
