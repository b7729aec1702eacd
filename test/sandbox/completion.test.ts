import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bashScript } from '../../packages/operator/src/completion/bash-script.ts'
import { fishScript } from '../../packages/operator/src/completion/fish-script.ts'
import { zshScript } from '../../packages/operator/src/completion/zsh-script.ts'
import { aFlinkDeployment, aSandbox, deploymentsPath, ran, type TestSandbox } from './a-sandbox.ts'
import { bundleInto } from '../../scripts/bundle/bundle-into.ts'

const isMissing = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined
const title = (program: string): string => (isMissing(program) ? `${program} (left out: it is not on the path)` : program)

/** A folder with two files and one folder to choose from. */
const files = mkdtempSync(join(tmpdir(), 'completion-'))
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Lines, up to the cursor after the last word, and what the shell offers; `NAME` is a resource of the cluster. */
const lines: readonly (readonly [line: readonly string[], offered: readonly string[]])[] = [
  [['pl'], ['plan']],
  [['completion', ''], ['bash', 'fish', 'zsh']],
  [['plan', '-o', 'm'], ['markdown']],
  [['plan', ''], ['a.yaml', 'b c.yaml', 'folder']],
  [['plan', '--deployed', 'a'], ['a.yaml']],
  [['run', '--conf-dir', ''], ['folder']],
  [['run', '--port', ''], []],
  [['explain', 'or'], ['orders']],
  [['explain', '-n', 'elsewhere', ''], []],
]

let sandbox: TestSandbox
let tools: string
let environment: Readonly<Record<string, string>>

const aCluster = async (): Promise<void> => {
  sandbox = await aSandbox()
  expect((await sandbox.call('POST', deploymentsPath, aFlinkDeployment('orders'))).status).toBe(201)
  environment = {
    KUBECONFIG: sandbox.kubeconfigFile,
    KUBECACHEDIR: tools,
    HOME: tools,
    PATH: [tools, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  }
}

beforeAll(async () => {
  tools = mkdtempSync(join(tmpdir(), 'completion-tools-'))
  await bundleInto(tools)
  chmodSync(join(tools, 'flink-operator.mjs'), 0o755)
  for (const name of ['flink-operator', 'kubectl-flink', 'kubectl_complete-flink']) symlinkSync('flink-operator.mjs', join(tools, name))
  for (const name of ['a.yaml', 'b c.yaml']) writeFileSync(join(files, name), '')
  mkdirSync(join(files, 'folder'))
})

/** What is offered, in no order, without descriptions and the slash of a folder. */
const offered = (out: string): readonly string[] =>
  out.split('\n').map(it => (it.split('\t')[0] ?? '').replace(/\/$/, '')).filter(it => it !== '').toSorted()

interface Shell {
  readonly script: string
  /** A script that prints what is offered at the end of the line. */
  readonly play: (script: string, words: readonly string[]) => string
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    script: bashScript,
    play: (script, words) =>
      `source ${quoted(script)}; COMP_WORDS=(flink-operator ${words.map(quoted).join(' ')}); COMP_CWORD=${words.length}
       _flink_operator; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  // outside of a line editor: what completes files, and what shows descriptions, is told apart by stand-ins
  zsh: {
    script: zshScript,
    play: (script, words) =>
      `compdef() { :; }; compset() { PREFIX=\${PREFIX#*=}; }
       _describe() { local it; for it in "\${(P@)2}"; do print -r -- "\${it%%:*}"; done | grep -e "^$PREFIX"; }
       _files() { if [[ $1 == -/ ]]; then print -rl -- *(/N); else print -rl -- "$PREFIX"*(N); fi; }
       source ${quoted(script)}; words=(flink-operator ${words.map(quoted).join(' ')}); CURRENT=${words.length + 1}
       PREFIX=$words[-1]; _flink-operator || true`,
  },
  fish: {
    script: fishScript,
    play: (script, words) => `source ${quoted(script)}; complete -C ${quoted(['flink-operator', ...words].join(' '))}`,
  },
}

describe.each(Object.entries(shells))('%s', (name, { script, play }) => {
  test.skipIf(isMissing(name))(`${title(name)} parses it, and offers what may stand there`, async () => {
    await aCluster()
    const path = join(tools, `completion.${name}`)
    writeFileSync(path, script)
    expect(await ran(name, ['-n', path])).toEqual({ code: 0, out: '', err: '' })
    expect((await ran('flink-operator', ['completion', name], environment)).out).toBe(script)
    for (const [words, wanted] of lines) {
      const { out, err } = await ran(name, ['-c', `cd ${quoted(files)}\n${play(path, words)}`], environment)
      expect({ words, offered: offered(out), err }).toEqual({ words, offered: wanted, err: '' })
    }
  })
})

test('bash takes --output=json apart: the value alone is offered', async () => {
  await aCluster()
  const path = join(tools, 'taken-apart.bash')
  writeFileSync(path, bashScript)
  for (const typed of [['='], ['=', 'j']]) {
    const play = shells['bash']?.play(path, ['plan', '--output', ...typed]) ?? ''
    expect(offered((await ran('bash', ['-c', play], environment)).out)).toEqual(
      typed.length === 1 ? ['github', 'json', 'markdown', 'text'] : ['json'],
    )
  }
})

describe('kubectl flink', () => {
  const offeredBy = async (words: readonly string[], path: string) =>
    (await ran('kubectl', ['__complete', 'flink', ...words], { ...environment, PATH: `${path}:${environment['PATH'] ?? ''}` })).out

  test.skipIf(isMissing('kubectl'))(`${title('kubectl')} asks kubectl_complete-flink: by that name, and as its script`, async () => {
    await aCluster()
    const folder = mkdtempSync(join(tmpdir(), 'kubectl-complete-'))
    const { out } = await ran('kubectl', ['flink', 'completion', 'kubectl'], environment)
    writeFileSync(join(folder, 'kubectl_complete-flink'), out)
    chmodSync(join(folder, 'kubectl_complete-flink'), 0o755)
    for (const path of [tools, folder]) {
      expect(await offeredBy(['explain', 'or'], path)).toBe('orders\tFlinkDeployment\n:4\n')
      expect(await offeredBy(['ro'], path)).toMatch(/^rollback\t.*\n:4\n$/)
      expect(await offeredBy(['plan', ''], path)).toBe(':0\n')
    }
  })
})
