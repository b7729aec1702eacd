/** Runs a tool of the workspace with this Node, whatever the exit code. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const fixtures = join(import.meta.dirname, 'fixtures')

export interface ToolRun {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

const run = (args: readonly string[], cwd: string, env = process.env): ToolRun => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 27 })
  return { exitCode: status, stdout, stderr }
}

export const runTool = (script: string, args: readonly string[], cwd = root): ToolRun => run([join(root, script), ...args], cwd)

/** Runs a script of another copy of the tree there, as from a shell: this run's own variables of the test runner are not its. */
export const runIn = (copy: string, script: string, args: readonly string[], flags: readonly string[] = []): ToolRun =>
  run(
    [...flags, join(copy, script), ...args],
    copy,
    Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'NODE_OPTIONS' && name !== 'TEST'),
    ),
  )
