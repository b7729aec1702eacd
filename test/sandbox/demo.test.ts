import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { onEnd, ran } from './a-sandbox.ts'

const program = ['--conditions=@flink-operator/source', 'packages/operator/src/main.ts']
const flinkOperator = (...args: readonly string[]) => ran(process.execPath, [...program, ...args], { NODE_OPTIONS: '', VITEST: '' })

describe('the demo, with the operator as a process of its own', { timeout: 90_000 }, () => {
  test('an upgrade with a savepoint survives the death of the operator in the middle of it', async () => {
    const began = Date.now()
    const { code, out } = await flinkOperator('sandbox', '--demo')
    expect(out).toMatch(/Killed \(SIGKILL, pid \d+\)/)
    expect(out).not.toContain('✗')
    expect(out).toMatch(/✓ the resource is STABLE, its job RUNNING, generation 2/)
    expect(out).toMatch(/✓ one savepoint was taken: file:\/flink-data\/savepoints\/savepoint-/)
    expect(out).toMatch(/✓ records: \d+ when the spec was edited, \d+ in the savepoint, \d+ now: nothing lost/)
    expect(out).toMatch(/✓ jobs that ever ran at once: 1/)
    expect(code).toBe(0)
    expect(Date.now() - began).toBeLessThan(60_000)
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
    expect(await flinkOperator('sandbox')).toMatchObject({ code: 2, err: 'flink-operator: sandbox: choose --demo, --serve, or both\n' })
    expect((await flinkOperator('sandbox', '--port', 'x')).code).toBe(2)
  })
})
