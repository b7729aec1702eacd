import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageTexts } from '../../scripts/docs/message-texts.ts'

const of = (text: string): readonly (readonly [string, string])[] => messageTexts([{ path: 'a.ts', text }]).map(it => [it.use, it.text])

describe('the page of all messages: which texts of the code it has', () => {
  test.each<readonly [string, string, readonly (readonly [string, string])[]]>([
    ['a field', "const a = { reason: 'the job is gone' }", [['reason', 'the job is gone']]],
    ['both of a condition', "const a = { waitingFor: b ? 'an edit of it' : 'the end of it' }", [
      ['waits for', 'an edit of it'],
      ['waits for', 'the end of it'],
    ]],
    ['a template, its parts by their names', 'const a = { reason: `pod ${pods[0].name} and ${f(of.job)} left` }', [
      ['reason', 'pod <name> and <job> left'],
    ]],
    ['an event, by its text alone', "event('Normal', 'Job', 'Submit', 'Starting a job')", [['event', 'Starting a job']]],
    ['who ends a wait', "person('an edit of the spec')", [['continues when', 'an edit of the spec']]],
    ['a text that is cut', "const a = { message: boundedMessage('so it is: ' + words) }", [['error or finding', 'so it is: <words>']]],
    ['no name of a state', "const a = { reason: 'Missing' }", []],
    ['a parameter of that name', "const f = (row, reason) => 0; const a = f(1, 'the job is gone')", [['reason', 'the job is gone']]],
    ['what a function returns', "const f = x => { if (x) return 'the job is gone'; return null }; const a = { reason: f(1) }", [
      ['reason', 'the job is gone'],
    ]],
    ['a text of a table', "const t = { A: 'the job is gone' }; const a = { reason: t[b] }", [['reason', 'the job is gone']]],
    ['a part that is known', "const who = 'the pod'; const a = { reason: `${who} of ${name} left` }", [[
      'reason',
      'the pod of <name> left',
    ]]],
    ['… and not what a parameter of that name says', "const who = 'the pod'; const f = who => ({ reason: `${who} has left` })", [
      ['reason', '<who> has left'],
      ['part', 'the pod'],
    ]],
    ['what is not seen to be shown', "const f = () => g(1, 'the job is gone')", [['part', 'the job is gone']]],
    ['no rule of a table', "const row = { id: 'a', when: 'the job is gone' }", []],
    ['one that calls itself', "const f = () => 'so: ' + f(); const a = { reason: f() + ' or gone' }", [['reason', 'so: <f> or gone']]],
  ])('%s', (_title, text, want) => expect(of(text)).toEqual(want))
})

/** The rows of the page. */
const rows = readFileSync(join(import.meta.dirname, '../../docs/reference/messages.md'), 'utf8').split('\n')
  .flatMap(line => (/^\| (.+) \| (reason|waits for|continues when|what to do|error or finding|event|part) \|$/.exec(line) === null ? []
    : [line.slice(2, -2).split(' | ')])
  )

describe('messages for somebody who is paged', () => {
  test('the page has those of every kind of text', () => {
    expect(rows.length).toBeGreaterThan(1000)
    expect([...new Set(rows.map(([, use]) => use))].sort()).toEqual([
      'continues when',
      'error or finding',
      'event',
      'part',
      'reason',
      'waits for',
      'what to do',
    ])
  })

  test('what a resource waits for names who or what has to come: it is no verb of the operator', () => {
    expect(rows.filter(([text = '', use]) => use === 'waits for' && /^to /.test(text))).toEqual([])
  })
})
