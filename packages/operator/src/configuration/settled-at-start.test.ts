import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { settledAtStart } from './settled-at-start.ts'

/** What comes of a configuration that changes from one to the other, in the words of the log and the namespaces that are to be watched. */
const changed = async (from: Readonly<Record<string, string>>, to: Readonly<Record<string, string>>, flags: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-settled-'))
  const write = (entries: Readonly<Record<string, string>>): void =>
    writeFileSync(
      join(folder, 'config.yaml'),
      Object.entries(entries).map(([key, value]) => `kubernetes.operator.${key}: ${value}\n`).join(''),
    )
  write({ 'dynamic.config.check.interval': '1 s', ...from })
  const lines: string[] = []
  const clock = manualClock(1_000)
  const settled = settledAtStart({
    credentials: { namespace: 'own' } as Credentials,
    folders: { folder, overrides: null },
    namespaces: flags,
    watchNamespaces: undefined,
    logger: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
  }, clock)
  if (E.isLeft(settled)) throw new Error(settled.left.message)
  const seen: unknown[] = []
  void settled.right.otherNamespaces.then(namespaces => seen.push(namespaces))
  write({ 'dynamic.config.check.interval': '1 s', ...to })
  await clock.advance(3_000)
  settled.right.live.stop()
  return { seen, lines: lines.join('') }
}
const dynamic = { 'dynamic.namespaces.enabled': 'true' }

test('B98 other namespaces are told where they are to be followed, all of them as null', async () => {
  expect((await changed({ ...dynamic, 'watched.namespaces': 'a' }, { ...dynamic, 'watched.namespaces': 'a,b' })).seen).toEqual([['a', 'b']])
  expect((await changed({ ...dynamic, 'watched.namespaces': 'a' }, dynamic)).seen).toEqual([null])
})

test('the same namespaces in another order, and names that a flag gave, are no change', async () => {
  expect((await changed({ ...dynamic, 'watched.namespaces': 'a,b' }, { ...dynamic, 'watched.namespaces': 'b,a' })).seen).toEqual([])
  expect((await changed({ ...dynamic, 'watched.namespaces': 'a' }, { ...dynamic, 'watched.namespaces': 'b' }, ['c'])).seen).toEqual([])
})

test('what is no namespace leaves the old ones; without dynamic.namespaces.enabled only a restart brings the new ones: both are told', async () => {
  const wrong = await changed({ ...dynamic, 'watched.namespaces': 'a' }, { ...dynamic, 'watched.namespaces': 'A_B' })
  expect([wrong.seen, wrong.lines.includes('the watched namespaces stay as they were')]).toEqual([[], true])
  const fixed = await changed({ 'watched.namespaces': 'a' }, { 'watched.namespaces': 'b' })
  expect([fixed.seen, fixed.lines.includes('in force once the operator is restarted')]).toEqual([[], true])
})
