import type { KindName } from '@flink-operator/kinds'
import type { Argument, Command, Option } from 'commander'
import { resourceKindsOf } from '../command/resource-commands.ts'
import type { CommandLine } from './command-line.ts'

/** One candidate for the word at the cursor. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** What the word at the cursor may be. `Anything`: free text. */
export type Wanted =
  | { readonly _tag: 'Words'; readonly words: readonly Candidate[] }
  | { readonly _tag: 'Files' }
  | { readonly _tag: 'Folders' }
  | { readonly _tag: 'Namespaces' }
  | { readonly _tag: 'Resources'; readonly kinds: readonly KindName[] }
  | { readonly _tag: 'Anything' }

const words = (values: readonly string[]): Wanted => ({ _tag: 'Words', words: values.map(value => ({ value, description: '' })) })

/** By the placeholder that help shows for the value: `<file>`, `<folder...>`. */
const byName = (name: string): Wanted => {
  if (name === 'file') return { _tag: 'Files' }
  return name === 'folder' ? { _tag: 'Folders' } : { _tag: 'Anything' }
}

const valueOf = (option: Option): Wanted => {
  if (option.argChoices !== undefined) return words(option.argChoices)
  if (option.long === '--namespace') return { _tag: 'Namespaces' }
  return byName(/[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '')
}

const subcommands = (command: Command): Wanted => ({
  _tag: 'Words',
  words: command.createHelp().visibleCommands(command).map(it => ({ value: it.name(), description: it.description() })),
})

const options = (command: Command): Wanted => ({
  _tag: 'Words',
  words: command.createHelp().visibleOptions(command).flatMap(({ long, short, description }) =>
    [long, short].flatMap(value => (value === undefined ? [] : [{ value, description }]))
  ),
})

const argumentOf = ({ root, command }: CommandLine, argument: Argument): Wanted => {
  if (argument.argChoices !== undefined) return words(argument.argChoices)
  if (argument.name() === 'resource') return { _tag: 'Resources', kinds: resourceKindsOf(command.name()) }
  // argument of `help`
  return argument.name() === 'command' ? subcommands(root) : byName(argument.name())
}

/** What may follow at the end of this line. */
export const wantedAt = (line: CommandLine): Wanted => {
  const { command, pending, word, onlyArguments, arguments: given } = line
  if (pending !== null) return valueOf(pending)
  if (word.startsWith('-') && !onlyArguments) return options(command)
  if (command.commands.length > 0) return subcommands(command)
  const declared = command.registeredArguments
  const argument = declared[given] ?? (declared.at(-1)?.variadic === true ? declared.at(-1) : undefined)
  return argument === undefined ? words([]) : argumentOf(line, argument)
}
