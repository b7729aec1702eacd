import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test, vi } from 'vitest'
import { resource, rounds } from '../../test/reported-outputs.ts'
import { print } from '../explain/connected-resource.ts'
import { createLogger } from '../log/logger.ts'
import { createNarrator } from '../log/narrate.ts'
import { jobTable } from '../top/job-table.ts'
import { plainText } from './plain-text.ts'
import { toStderr, toStdout } from './write.ts'

/** A title, bell, clearing the screen, a colour by C1, the line anew, right to left, an isolate, a line of Unicode. */
const evil = '\u001b]0;PWNED\u0007\u001b[2J\u009b31m\r\u202e\u2066\u2028\u200f\u007f'
const commanding = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
const ownColours = /\u001b\[(?:0|1|2|31|32)m/g

describe('S09 what is printed commands no terminal', () => {
  test('each such character is told by its number', () => {
    expect(plainText(evil)).toBe(
      '\\u001b]0;PWNED\\u0007\\u001b[2J\\u009b31m\\u000d\\u202e\\u2066\\u2028\\u200f\\u007f',
    )
  })

  test('texts of people stay as they are', () => {
    const text = 'a line\n\twith a tab, größer, 日本語, 👩‍🚀, שלום'
    expect(plainText(text)).toBe(text)
  })

  property.prop([fc.string({ unit: 'binary' })])('any text: nothing of the kind is left, and what is plain stays', text => {
    expect(plainText(text)).not.toMatch(commanding)
    expect(plainText(plainText(text))).toBe(plainText(text))
  })

  property.prop([fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2)])('JSON stays the same JSON', (json, indent) => {
    const text = JSON.stringify({ json, [evil]: evil }, null, indent)
    expect(JSON.parse(plainText(text))).toEqual(JSON.parse(text))
    expect(plainText(text)).not.toMatch(commanding)
  })

  test.each([['stdout', toStdout], ['stderr', toStderr]] as const)('on %s', (stream, write) => {
    const written = vi.spyOn(process[stream], 'write').mockReturnValue(true)
    write(`${evil}\n`)
    expect(written.mock.calls).toEqual([[`${plainText(evil)}\n`]])
    written.mockRestore()
  })

  test.each(['text', 'json'] as const)('a value as %s', output => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    print({ output }, { error: evil }, () => evil)
    const [[text]] = written.mock.calls as unknown as [[string]]
    written.mockRestore()
    expect(text.trimEnd()).not.toMatch(commanding)
    expect(output === 'text' || (JSON.parse(text) as { error: string }).error === evil).toBe(true)
  })

  test.each([false, true])('narration, in colours: %s', async colour => {
    const refusal = { _tag: 'Invalid', message: evil, applied: 'No', httpStatus: 422, retryAfter: null } as const
    const put = resource({ image: `img${evil}` })
    const reports = [...await rounds(put, () => refusal, evil, 2), ...await rounds(put, () => null, evil, 2)]
    const lines: string[] = []
    const narrate = createNarrator({ print: line => lines.push(line), colour, everything: true })
    for (const report of reports) narrate({ namespace: 'a', name: `app${evil}` }, { ...report, lifecycleState: `S${evil}` as never })
    const text = lines.join('\n')
    expect(text).toContain('PWNED')
    expect(colour ? text.replaceAll(ownColours, '') : text).not.toMatch(commanding)
  })

  test('the log', () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: line => void lines.push(line) })
    logger.warn({ resource: evil, err: new Error(evil) }, evil)
    expect(lines.join('').trimEnd()).not.toMatch(commanding)
    expect((JSON.parse(lines[0] ?? '') as { msg: string }).msg).toBe(evil)
  })

  test('a cell of a table is one line', () => {
    const row = { kind: 'FlinkDeployment', namespace: 'a', name: 'b', version: null, lifecycleState: `x\nforged   row${evil}` } as never
    const table = jobTable(
      [{ ...row as object, jobState: null, load: null, checkpointAge: null, requested: null, error: null } as never],
      true,
    )
    expect(table.split('\n')).toHaveLength(2)
    expect(table).not.toMatch(commanding)
  })
})
