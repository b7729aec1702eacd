import type { Command, Option } from 'commander'

/** A command line up to the cursor, parsed as commander would; it may be wrong and incomplete. */
export interface CommandLine {
  readonly root: Command
  readonly command: Command
  /** The option whose value is being typed. */
  readonly pending: Option | null
  /** The typed part of the word at the cursor; for `--output=js` it is `js`. */
  readonly word: string
  /** After `--`. */
  readonly onlyArguments: boolean
  /** Number of arguments of the command before the cursor. */
  readonly arguments: number
  /** Values of options so far, by long name. */
  readonly values: ReadonlyMap<string, string>
}

const isOption = (line: CommandLine, word: string): boolean => !line.onlyArguments && /^-./.test(word)
const takesValue = (option: Option): boolean => option.required || option.optional

/** Parses `--output`, `--output=json`, `-o`, `-ojson`: the option, and its value if it is within the word. */
const optionIn = (command: Command, word: string): { readonly option: Option; readonly value: string | null } | null => {
  const [name = '', ...rest] = word.split('=')
  const named = command.options.find(option => option.long === name || option.short === word)
  if (named !== undefined) return { option: named, value: rest.length === 0 ? null : rest.join('=') }
  const short = word.startsWith('--') ? undefined : command.options.find(it => it.short === word.slice(0, 2))
  return short === undefined || !takesValue(short) ? null : { option: short, value: word.slice(2) }
}

const withValue = (line: CommandLine, option: Option, value: string): CommandLine => ({
  ...line,
  pending: option.variadic ? option : null,
  values: new Map([...line.values, [option.long ?? option.flags, value]]),
})

const afterOption = (line: CommandLine, word: string): CommandLine => {
  const found = optionIn(line.command, word)
  if (found === null) return { ...line, pending: null }
  if (found.value !== null) return withValue(line, found.option, found.value)
  return { ...line, pending: takesValue(found.option) ? found.option : null }
}

const after = (line: CommandLine, word: string): CommandLine => {
  if (word === '--' && line.pending?.required !== true) return { ...line, pending: null, onlyArguments: true }
  if (isOption(line, word)) return afterOption(line, word)
  if (line.pending !== null) return withValue(line, line.pending, word)
  const { command } = line
  const next = command.createHelp().visibleCommands(command).find(it => it.name() === word || it.aliases().includes(word))
  return next === undefined ? { ...line, arguments: line.arguments + 1 } : { ...line, command: next, arguments: 0 }
}

/** Parses the words after the program's name; the last one is the word at the cursor, which may be empty. */
export const readLine = (root: Command, words: readonly string[]): CommandLine => {
  const start: CommandLine = { root, command: root, pending: null, word: '', onlyArguments: false, arguments: 0, values: new Map() }
  const before = words.slice(0, -1).reduce(after, start)
  const word = words.at(-1) ?? ''
  const within = isOption(before, word) && word.includes('=') ? optionIn(before.command, word) : null
  if (within !== null && within.value !== null && takesValue(within.option))
    return { ...before, pending: within.option, word: within.value }
  return { ...before, pending: isOption(before, word) && before.pending?.variadic === true ? null : before.pending, word }
}
