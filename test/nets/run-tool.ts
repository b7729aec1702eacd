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

export const runTool = (script: string, args: readonly string[], cwd = root): ToolRun => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  })
  return { exitCode: status, stdout, stderr }
}
