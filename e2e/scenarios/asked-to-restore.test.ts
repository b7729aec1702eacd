import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAskedToRestore, newestSavepoint } from './asked-to-restore.ts'

const error =
  '{"message":"Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manual restore required. Either set spec.job.initialSavepointPath to the savepoint or checkpoint to start from"}'
const asked = { status: { lifecycleState: 'FAILED', jobStatus: { state: 'FINISHED' }, error } }

describe('only one outcome asks a person what a job goes on from', () => {
  test('its stop has FINISHED it, and nobody knows its savepoint', () => {
    expect(isAskedToRestore(asked)).toBe(true)
  })

  test.each([
    ['it failed', { ...asked.status, jobStatus: { state: 'FAILED' } }],
    ['it was cancelled', { ...asked.status, jobStatus: { state: 'CANCELED' } }],
    ['nothing is told', { ...asked.status, error: null }],
    ['no way out is told', { ...asked.status, error: 'Job is in terminal state but last checkpoint is unknown. Manual restore required' }],
    ['something else is wrong', { ...asked.status, error: 'InvalidSpec' }],
    ['it goes on', { ...asked.status, lifecycleState: 'UPGRADING' }],
    ['there is no status', undefined],
  ])('not where %s', (_, status) => {
    expect(isAskedToRestore({ status })).toBe(false)
  })

  test('the savepoint is the newest whole one since the edit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'savepoints-'))
    expect(newestSavepoint(folder, 0)).toBeNull()
    for (
      const [name, seconds, whole] of [['old', 100, true], ['of-the-stop', 300, true], ['before', 200, true], [
        'begun',
        400,
        false,
      ]] as const
    ) {
      mkdirSync(join(folder, 'savepoints', name), { recursive: true })
      if (!whole) continue
      writeFileSync(join(folder, 'savepoints', name, '_metadata'), '')
      utimesSync(join(folder, 'savepoints', name, '_metadata'), seconds, seconds)
    }
    expect(newestSavepoint(folder, 250_000)).toBe('of-the-stop')
    expect(newestSavepoint(folder, 350_000)).toBeNull()
  })
})
