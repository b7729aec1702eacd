import { expect, test } from 'vitest'
import { resource, rounds } from '../../test/reported-outputs.ts'
import { createNarrator } from './narrate.ts'

test('N04 a reason is said once: after it the status is written, and the next line names only what is not said yet', async () => {
  const lines: string[] = []
  const narrate = createNarrator({ print: line => lines.push(line), colour: false, everything: true })
  for (const report of await rounds(resource({}), () => null, '', 2)) narrate({ namespace: 'a', name: 'app' }, report)
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}did +✓ write status$/))
  const reasons = lines.flatMap(line => line.startsWith('  decided') ? [line.slice('  decided  '.length)] : [])
  expect(reasons).not.toEqual([])
  for (const reason of reasons) expect(lines.filter(line => line.includes(reason) && !line.startsWith('  decided'))).toEqual([])
})
