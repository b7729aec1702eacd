import { describe, expect, test } from 'vitest'
import { argumentWord, literalWord } from './job-manager-command.ts'

/** What the kubelet makes of a word where A is the only variable. */
const expanded = (word: string): string =>
  word.replaceAll(/\$(?:\$|\((\w+)\))/gu, (found, name?: string) => (found === '$$' ? '$' : name === 'A' ? 'value' : found))

describe('U10 words of a command line, as the kubelet hands them over', () => {
  test.each(['', 'x', '$', '$HOME', '${X}', '$$', 'pa$$word', '$$$', 'a$', '$$a$$$b$', '$(A)', '$$(A)', '$(', '$()', '($)'])(
    '%s arrives as it is',
    text => expect(expanded(literalWord(text))).toBe(text),
  )

  test.each([
    ['$HOME', '$HOME'],
    ['$$', '$$'],
    ['pa$$word', 'pa$$word'],
    ['$$$', '$$$'],
    ['$(A)', 'value'],
    ['--x=$(A)$$b', '--x=value$$b'],
    ['$$(A)', '$(A)'],
    ['$(B)', '$(B)'],
    ['$$$(A)', '$value'],
  ])("%s: an argument of the user, in which a container's variables mean what they always do", (text, want) => {
    expect(expanded(argumentWord(text))).toBe(want)
  })

  test.each(['$HOME', '${X}', '$(A)', 'a$'])('%s is written as it was', text => expect(argumentWord(text)).toBe(text))
})
