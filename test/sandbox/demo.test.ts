import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { aFlinkDeployment, deploymentsPath, onEnd, ran, until } from './a-sandbox.ts'

const program = ['--conditions=@flink-operator/source', 'packages/operator/src/main.ts']
const flinkOperator = (...args: readonly string[]) => ran(process.execPath, [...program, ...args], { NODE_OPTIONS: '', VITEST: '' })

/** True if a recording holds a round; other lines are what watches and Flink answered. */
const hasRound = (recording: string): boolean => /^\{"version":1,"kind":/m.test(readFileSync(recording, 'utf8'))

describe('the demo, with the operator as a process of its own', () => {
  test('an upgrade with a savepoint survives the death of the operator in the middle of it', async () => {
    const toStart = performance.now()
    await flinkOperator('--version')
    const began = performance.now()
    const { code, out } = await flinkOperator('sandbox', '--demo')
    expect(out).toMatch(/Killed \(SIGKILL, pid \d+\)/)
    expect(out).not.toContain('✗')
    expect(out).toMatch(/✓ the resource is STABLE, its job RUNNING, generation 2/)
    expect(out).toMatch(/✓ one savepoint was taken: file:\/flink-data\/savepoints\/savepoint-/)
    expect(out).toMatch(/✓ records: \d+ when the spec was edited, \d+ in the savepoint, \d+ now: nothing lost/)
    expect(out).toMatch(/✓ jobs that ever ran at once: 1/)
    expect(code).toBe(0)
    // a newcomer reads it: it begins before the simulation is loaded, a phase is one line, and no round is shown
    expect(out).toMatch(/^Starting a simulated Kubernetes with Flink/)
    expect(out.split('\n').length).toBeLessThan(45)
    expect(out).toMatch(/ s {2}savepoint is STABLE: /)
    expect(out).toMatch(/ s {2}savepoint complete: file:/)
    expect(out).not.toMatch(/^│ {3}(?:saw|decided|did|next) /m)
    expect(out).toMatch(/What next\n {2}npm start -- --verbose/)
    // three processes, and waits of some 10 s: on a busy machine they take as much longer as a start does
    expect(performance.now() - began).toBeLessThan(60_000 + 60 * (began - toStart))
  })

  test('N08, N09: the operator that --serve started is started again when it dies, and goes on; a session job needs no internet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flink-operator-served-'))
    const recording = join(folder, 'rounds.jsonl')
    const child = spawn(process.execPath, [...program, 'sandbox', '--serve', '--record', recording], {
      env: { ...process.env, NODE_OPTIONS: '', VITEST: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const over = new Promise(resolve => child.once('exit', resolve))
    onEnd(async () => {
      child.kill('SIGTERM')
      await over
      rmSync(folder, { recursive: true, force: true })
    })
    const reported = { text: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      reported.text += text
    })
    const read = (what: RegExp): Promise<string> => until(String(what), () => what.exec(reported.text)?.[1])
    const url = await read(/simulated cluster answers at (\S+)\. /)
    const pid = await read(/The operator runs \(pid (\d+)\)/)
    process.kill(Number(pid), 'SIGKILL')
    const next = await read(/(The operator ended \(killed by a signal\)\. It is started again in 1 s\.\n[^]*The operator runs \(pid \d+\))/)
    expect(next).not.toContain(`(pid ${pid})`)
    const post = async (path: string, body: unknown): Promise<void> => {
      const made = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(made.status).toBe(201)
    }
    const sessionJobsPath = deploymentsPath.replace('flinkdeployments', 'flinksessionjobs')
    await post(deploymentsPath, aFlinkDeployment('app'))
    for (const [path, file] of [[deploymentsPath, 'session-cluster.yaml'], [sessionJobsPath, 'session-job.yaml']] as const)
      await post(path, parse(readFileSync(join('examples', file), 'utf8')))
    for (const path of [`${deploymentsPath}/app`, `${sessionJobsPath}/word-count`]) {
      await until(`${path} is STABLE`, async () => {
        const answer = await fetch(`${url}${path}`)
        return (await answer.json() as { status?: { lifecycleState?: string } }).status?.lifecycleState === 'STABLE'
      })
    }
    // the operator in charge records; a second one may not write, says so, and records no round
    expect(hasRound(recording)).toBe(true)
    const other = join(folder, 'other.jsonl')
    const kubeconfig = await read(/export KUBECONFIG=(\S+)/)
    const second = await flinkOperator('run', '--once', '--port', '0', '--kubeconfig', kubeconfig, '--record', other)
    expect(second.code).toBe(3)
    expect(second.err).toMatch(/holds the Lease default\/flink-operator since .*: nothing was written\. Stop that operator/)
    expect(hasRound(other)).toBe(false)
  })

  test('installed, without the source tree: the package holds all that it needs, and no other is installed with it', async () => {
    const manifest = JSON.parse(readFileSync('packages/operator/package.json', 'utf8')) as Record<string, unknown>
    expect(manifest['dependencies']).toBeUndefined()
    const folder = mkdtempSync(join(tmpdir(), 'flink-operator-installed-'))
    onEnd(async () => rmSync(folder, { recursive: true, force: true }))
    expect(await ran(process.execPath, ['scripts/bundle.ts', folder], {})).toMatchObject({ code: 0 })
    const files = (manifest['files'] as readonly string[]).map(file => file.replace('dist/', ''))
    for (const name of readdirSync(folder)) expect(files).toContain(name)
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(it => it.isFile())
      .map(it => statSync(join(it.parentPath, it.name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_500_000)
    const { code, out, err } = await ran(process.execPath, [join(folder, 'flink-operator.mjs'), 'sandbox', '--demo'], {
      NODE_OPTIONS: '',
      VITEST: '',
    })
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/✓ the resource is STABLE, its job RUNNING, generation 2/)
  })

  test("one line, and an exit code, for what can't be done", async () => {
    const taken = createServer()
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
    onEnd(async () => taken.close())
    const { port } = taken.address() as AddressInfo
    expect(await flinkOperator('sandbox', '--demo', '--port', String(port))).toMatchObject({
      code: 3,
      err: `flink-operator: port ${port} is taken: choose another with --port, 0 for any free one\n`,
    })
    expect(await flinkOperator('sandbox')).toMatchObject({
      code: 2,
      err: 'flink-operator: sandbox: choose --demo, --autoscaler or --serve; a demo and --serve go together\n',
    })
    expect((await flinkOperator('sandbox', '--port', 'x')).code).toBe(2)
  })
})
