import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixtures, runTool } from './run-tool.ts'

const hostNames = ['node:fs', 'process', 'Buffer', 'console', 'performance', 'crypto', 'fetch', 'setTimeout', 'document']

describe('net 2: core is type-checked without a host', () => {
  const { exitCode, stdout } = runTool('node_modules/typescript-7/bin/tsc', ['-p', join(fixtures, 'types')])

  test('the fixture is refused', () => {
    expect(exitCode).not.toBe(0)
  })

  test.each(hostNames)('%s is unknown', name => {
    expect(stdout).toContain(`'${name}'`)
  })
})
