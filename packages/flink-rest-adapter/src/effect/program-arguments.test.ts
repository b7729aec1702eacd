import { expect, test } from 'vitest'
import { argumentsIn } from './program-arguments.ts'

test.each(
  [
    ['', []],
    ['--name word', ['--name', 'word']],
    ['--name "two words" --uid u', ['--name', 'two words', '--uid', 'u']],
    ["--name 'two words'", ['--name', 'two words']],
    ['--name="one"  --other', ['--name=one', '--other']],
    ['--name="two words"', ['--name=two', 'words']],
  ] as const,
)('arguments in one text are taken apart as Flink 1.20 does: %s', (text, list) => {
  expect(argumentsIn(text)).toEqual(list)
})

test.each(
  [
    ['["--sql", "SELECT \'a b\' FROM \\"t\\""]', ['--sql', 'SELECT \'a b\' FROM "t"']],
    [' ["", " ", "\\t"] ', ['', ' ', '\t']],
    ['[]', []],
    ['["a", 1]', ['[a,', '1]']],
    ['["a"', ['[a']],
    ['x ["a"]', ['x', '[a]']],
  ] as const,
)('U17 a JSON list of texts is a list of arguments, anything else is one text: %s', (text, list) => {
  expect(argumentsIn(text)).toEqual(list)
})
